package import CivilTime
package import OpenAppLockRules
package import ScreenTimeClient

/// What a pass came to.
package struct EnforcementReport {
  /// Every rule as it was judged; empty when the rules are not known.
  package let judged: [JudgedRule]
  /// What is wrong with the shared documents.
  package let faults: [GroupFault]
  /// What could not be written, by store; the rest was.
  package let failures: [StoreFailure]
  /// Until when another pass would find everything as this one left it, unless something else than time
  /// changes; `nil` where that isn't sure.
  package let quietUntil: Instant?

  /// A store that could not be read or written.
  package struct StoreFailure: Hashable, Sendable {
    /// The store.
    package let store: String
    /// Why not.
    package let error: ScreenTimeError
  }
}
