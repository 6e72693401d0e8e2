/// Why something was refused, as a word for programs; the words are those of the scenario format.
package enum RefusalCode: String, Hashable, Sendable, Codable, CaseIterable {
  /// A hard rule blocks, and this would be a way out.
  case hardMode
  /// Today's opens are spent.
  case noOpensLeft
  /// Another rule blocks the app, so an open would not open it.
  case blockedByOther
  /// The rule doesn't block at this time.
  case notScheduled
  /// What would be needed later can't be monitored.
  case notMonitored
  /// More than the limits in force allow.
  case overLimit
  /// A rule uses the list.
  case listInUse
  /// The value is none that a rule can have.
  case invalid
}
