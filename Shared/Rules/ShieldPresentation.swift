package import ScreenTimeModel

/// What a shield says (decisions, "Words on the screen").
///
/// It never names a rule: where several cover an app, which of them the shield is due to can't be told.
package enum ShieldPresentation {
  /// What the shield says over something that these rules cover.
  ///
  /// The button is offered exactly where a press would be granted: an open limit with opens left, and
  /// no other rule that blocks (decision O2). Of several, the one with the fewest opens left is shown.
  package static func content(covering rules: some Sequence<JudgedRule>) -> ShieldContent {
    var fewest: (left: Int, of: Int)?
    var isSpent = false
    for judged in rules {
      switch (judged.state, judged.rule.configuration.behavior.dailyOpens) {
      case (.gated(let left), let opens?):
        if fewest.map({ left < $0.left }) ?? true { fewest = (left, opens) }
      case (.active, _?): isSpent = true
      case (.active, nil): return blocked()
      case (.gated, nil), (.disabled, _), (.noDays, _), (.noApps, _), (.paused, _),
        (.openSession, _), (.counting, _), (.waiting, _):
        break
      }
    }
    if isSpent { return blocked("No opens left today — the block lifts tomorrow.") }
    guard let fewest else { return blocked() }
    return ShieldContent(
      title: title, subtitle: "Opened \(fewest.of - fewest.left) of \(fewest.of) times today",
      secondaryButton: "Open (\(fewest.left) left)")
  }

  /// The title of every shield.
  package static let title = "App Blocked"

  private static func blocked(
    _ subtitle: String = "This app is blocked by OpenAppLock."
  ) -> ShieldContent {
    ShieldContent(title: title, subtitle: subtitle)
  }
}
