import OpenAppLockProtocol
import OpenAppLockRules

/// What was read of a rules' file: it holds until somebody changes the file.
///
/// The app's loop asks for the rules every 30 seconds, and they are seldom other ones.
struct RuleMemory {
  /// By which version of the file, see ``Database/version()``; own changes don't count in it.
  private var version: Int?
  private var rules: [StoredRule]?
  private var lists: [AppList]?
  private var snapshots: [RuleSnapshot]?

  /// The rules; `nil` where they have to be read.
  mutating func rules(at version: Int) -> [StoredRule]? {
    see(version)
    return rules
  }

  /// The lists; `nil` where they have to be read.
  mutating func lists(at version: Int) -> [AppList]? {
    see(version)
    return lists
  }

  /// The rules with their lists' selections; `nil` where they have to be made.
  mutating func snapshots(at version: Int) -> [RuleSnapshot]? {
    see(version)
    return snapshots
  }

  /// Keeps what was read by the version that was seen last.
  mutating func keep(_ rules: [StoredRule]) { self.rules = rules }

  /// Keeps what was read by the version that was seen last.
  mutating func keep(_ lists: [AppList]) { self.lists = lists }

  /// Keeps what was made of what was read by the version that was seen last.
  mutating func keep(_ snapshots: [RuleSnapshot]) { self.snapshots = snapshots }

  /// Forgets everything: the file is about to be changed from here.
  mutating func forget() { self = RuleMemory() }

  private mutating func see(_ version: Int) {
    guard version != self.version else { return }
    forget()
    self.version = version
  }
}
