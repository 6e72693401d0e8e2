/// The names of the stores that the app and its extensions write.
///
/// Each rule writes and clears a store of its own, so that no rule can cancel another's shield.
package enum RuleStoreName {
  /// The store that denies the removal of applications; no rule ever touches it.
  package static let uninstallProtection = "uninstall-protection"

  /// The store of a rule.
  package static func rule(_ id: RuleID) -> String { "rule-\(id)" }

  /// The rule whose store it is; `nil` for any other store.
  package static func ruleID(ofStore name: String) -> RuleID? {
    guard name.hasPrefix("rule-") else { return nil }
    return RuleID(storedText: name.dropFirst("rule-".count))
  }
}
