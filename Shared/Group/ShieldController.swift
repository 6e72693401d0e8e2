package import OpenAppLockRules
package import ScreenTimeClient
package import ScreenTimeModel

/// Writes the stores of rules during one pass.
///
/// A store is written only when what the platform has differs from what is wanted: asking the platform,
/// not a memory of our own, is what notices that it lost something. A rule's store is only
/// ever written for that rule, and cleared only when the rule doesn't shield or is gone.
package final class ShieldController {
  private let shields: any ShieldWriting
  private var names: Set<String>?

  /// Makes a controller for one pass.
  package init(_ shields: any ShieldWriting) {
    self.shields = shields
  }

  /// The names of the stores that say anything; asked once.
  package func storeNames() throws(ScreenTimeError) -> Set<String> {
    if let names { return names }
    let asked = try shields.storeNames()
    names = asked
    return asked
  }

  /// How the stores are by now; `nil` where nobody tells.
  var mark: StoreMark? { shields.mark }

  /// The names of the stores that say anything by now, as far as this pass has asked.
  var namesInUse: Set<String> { names ?? [] }

  /// Makes a store say exactly `settings`.
  ///
  /// - Returns: whether it had to be written.
  @discardableResult
  package func apply(
    _ settings: StoreSettings, to store: String
  ) throws(ScreenTimeError) -> Bool {
    let saysSomething = try storeNames().contains(store)
    if settings.isEmpty, !saysSomething { return false }
    if saysSomething, !settings.isEmpty, try shields.settings(of: store) == settings {
      return false
    }
    try shields.write(settings, to: store)
    if settings.isEmpty { names?.remove(store) } else { names?.insert(store) }
    return true
  }

  /// Makes a rule's store say what follows from its state.
  ///
  /// - Returns: whether it had to be written.
  @discardableResult
  package func apply(_ rule: RuleSnapshot, _ state: RuleState) throws(ScreenTimeError) -> Bool {
    try apply(RuleShield.settings(for: rule, state), to: RuleStoreName.rule(rule.id))
  }
}
