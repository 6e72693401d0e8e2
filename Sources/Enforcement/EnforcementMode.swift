/// How much of the enforcement is used.
package enum EnforcementMode: String, Hashable, Sendable, CaseIterable {
  /// All that this machine and this user's rights allow.
  case auto
  /// None: states are taken and nothing is done, for trying things out.
  case none
}
