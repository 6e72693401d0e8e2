package import Enforcement
package import ExtensionSandbox

/// What a service is started with.
package struct ServiceConfiguration: Sendable {
  /// The directory of everything that the instance keeps.
  package var stateDirectory: String
  /// Where to serve; `nil` for a service that only peers in its own process use, and which starts no
  /// extension.
  package var socketPath: String?
  /// How much is taken on.
  package var limits = PlatformLimits.linux
  /// Whose programs are supervised as long as nobody says otherwise (decision P8).
  package var supervised: SupervisedUsers
  /// What happens to a shielded app that runs.
  package var whenBlocked = WhenBlocked.freeze
  /// Folders with manifests, besides the instance's own.
  package var extensionFolders: [String] = []
  /// How long the extension host waits for what.
  package var timing = HostTiming()
  /// Whether extensions are kept apart from the rest of the machine.
  package var sandbox = SandboxMode.auto
  /// How often is looked at what runs, where nobody tells what is in front.
  package var samplingPeriod = Duration.seconds(5)
  /// Whether a virtual clock leaves out ticks that nobody would do anything at; what happens is the same.
  package var leavesOutQuietTicks = true
  /// The program's version, for hello.
  package var version: String

  /// Makes a configuration.
  package init(
    stateDirectory: String, socketPath: String?, supervised: SupervisedUsers, version: String
  ) {
    self.stateDirectory = stateDirectory
    self.socketPath = socketPath
    self.supervised = supervised
    self.version = version
  }

  /// The directory with the service's own documents.
  package var platformDirectory: String { stateDirectory + "/platform" }
  /// The directory with a directory for each app group.
  package var groupsDirectory: String { stateDirectory + "/groups" }
  /// The directory with what extensions write to their output.
  package var logDirectory: String { platformDirectory + "/log" }
  /// The folder of the socket, where there is one.
  var socketFolder: [String] {
    guard let socketPath, let slash = socketPath.lastIndex(of: "/"),
      slash > socketPath.startIndex
    else { return [] }
    return [String(socketPath[..<slash])]
  }
  /// The instance's own folder of manifests.
  package var ownExtensionFolder: String { platformDirectory + "/extensions" }
}
