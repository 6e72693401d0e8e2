package import EventLoop
import FoundationEssentials
import Glibc
package import ScreenTimeModel

/// The three extensions that come with the app.
package enum BundledExtensions {
  private static let programs: [(program: String, identifier: String, point: ExtensionPoint)] = [
    ("OpenAppLockMonitor", "dev.openapplock.monitor", .monitor),
    ("OpenAppLockShieldConfig", "dev.openapplock.shield-config", .shieldConfiguration),
    ("OpenAppLockShieldAction", "dev.openapplock.shield-action", .shieldAction),
  ]

  /// The manifests of those whose programs lie in `folder`, and the programs that don't.
  package static func manifests(
    in folder: String
  ) -> (found: [ExtensionManifest], missing: [String]) {
    var found: [ExtensionManifest] = []
    var missing: [String] = []
    for (program, identifier, point) in programs {
      let path = folder + "/" + program
      if unsafe access(path, X_OK) == 0 {
        found.append(
          ExtensionManifest(
            identifier: identifier, extensionPoint: point,
            appGroup: StateLayout.groupIdentifier, executable: path))
      } else {
        missing.append(path)
      }
    }
    return (found, missing)
  }

  /// Writes manifests into an instance's folder, each whole or not at all.
  ///
  /// - Throws: what keeps a file from being written.
  package static func write(
    _ manifests: [ExtensionManifest], to folder: String
  ) throws(SystemError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    for manifest in manifests {
      guard let text = try? encoder.encode(manifest) else {
        preconditionFailure("a manifest is texts, and texts can be written as JSON")
      }
      try write(Array(text) + [UInt8(ascii: "\n")], to: "\(folder)/\(manifest.identifier).json")
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let fresh = path + ".new"
    _ = unsafe unlink(fresh)  // Left by a start that was killed here.
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let file = try FileDescriptor(checking: unsafe open(fresh, flags, 0o600), "make", path: fresh)
    guard unsafe Glibc.write(file.raw, bytes, bytes.count) == bytes.count, fsync(file.raw) == 0
    else { throw .last("write", path: fresh) }
    guard unsafe rename(fresh, path) == 0 else { throw .last("rename", path: fresh) }
  }
}
