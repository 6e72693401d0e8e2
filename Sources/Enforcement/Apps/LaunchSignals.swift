/// What the start of an app tells about how its processes are known.
package struct LaunchSignals: Hashable, Sendable {
  /// Paths of its own executables.
  package var executables: [String] = []
  /// Paths of what an interpreter runs for it.
  package var scripts: [String] = []
  /// Programs that it shares with others, with the arguments that make them this one.
  package var argumentPatterns: [ArgumentPattern] = []
  /// Flatpak ids.
  package var flatpaks: Set<String> = []
  /// Snap names.
  package var snaps: Set<String> = []
  /// Desktop ids that it only hands over to.
  package var aliases: Set<String> = []

  /// Makes signals; none unless told otherwise.
  package init(
    executables: [String] = [], scripts: [String] = [], argumentPatterns: [ArgumentPattern] = [],
    flatpaks: Set<String> = [], snaps: Set<String> = [], aliases: Set<String> = []
  ) {
    self.executables = executables
    self.scripts = scripts
    self.argumentPatterns = argumentPatterns
    self.flatpaks = flatpaks
    self.snaps = snaps
    self.aliases = aliases
  }

  /// Adds what `other` knows.
  package mutating func formUnion(_ other: LaunchSignals) {
    executables += other.executables.filter { !executables.contains($0) }
    scripts += other.scripts.filter { !scripts.contains($0) }
    argumentPatterns += other.argumentPatterns.filter { !argumentPatterns.contains($0) }
    flatpaks.formUnion(other.flatpaks)
    snaps.formUnion(other.snaps)
    aliases.formUnion(other.aliases)
  }
}
