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

  /// A store that could not be read or written.
  package struct StoreFailure: Hashable, Sendable {
    /// The store.
    package let store: String
    /// Why not.
    package let error: ScreenTimeError
  }
}
