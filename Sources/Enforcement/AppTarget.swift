package import ScreenTimeModel

/// An app as the enforcement knows it: everything that tells its processes and files.
///
/// To block, any one of the signals is enough.
package struct AppTarget: Hashable, Sendable {
  /// The app's token.
  package var token: ApplicationToken
  /// What people call it.
  package var name: String
  /// The paths of its own executables, links included.
  ///
  /// Their inodes are marked, and looked for.
  package var executables: [String]
  /// The paths of what an interpreter runs for it: scripts, jars, foreign executables.
  package var scripts: [String]
  /// Programs that it shares with other apps, with the arguments that make them this one.
  package var argumentPatterns: [ArgumentPattern]
  /// Its ids as a Flatpak.
  package var flatpaks: Set<String>
  /// Its names as a snap.
  package var snaps: Set<String>

  /// Makes a target.
  package init(
    token: ApplicationToken, name: String, executables: [String] = [], scripts: [String] = [],
    argumentPatterns: [ArgumentPattern] = [], flatpaks: Set<String> = [], snaps: Set<String> = []
  ) {
    self.token = token
    self.name = name
    self.executables = executables
    self.scripts = scripts
    self.argumentPatterns = argumentPatterns
    self.flatpaks = flatpaks
    self.snaps = snaps
  }

  /// Whether nothing tells the app's processes, so that it can't be enforced.
  package var isUnrecognisable: Bool {
    executables.isEmpty && scripts.isEmpty && argumentPatterns.isEmpty && flatpaks.isEmpty
      && snaps.isEmpty
  }
}

/// A program that is a certain app only with certain arguments: a web app in a browser, a module in
/// an interpreter.
package struct ArgumentPattern: Hashable, Sendable {
  /// The program's path.
  package let executable: String
  /// The arguments that have to be there, in this order and next to each other.
  package let arguments: [String]

  /// Makes a pattern.
  package init(executable: String, arguments: [String]) {
    self.executable = executable
    self.arguments = arguments
  }

  /// Whether the arguments of a command line, without its first word, have the pattern's.
  package func matches(_ commandLine: ArraySlice<String>) -> Bool {
    guard !arguments.isEmpty, commandLine.count >= arguments.count else { return false }
    let last = commandLine.endIndex - arguments.count
    return (commandLine.startIndex...last).contains { start in
      commandLine[start..<(start + arguments.count)].elementsEqual(arguments)
    }
  }
}
