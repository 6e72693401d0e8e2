import Arguments
import OpenAppLockProtocol
import OpenAppLockRules

/// The commands `openapplock rule preview` and `openapplock preview`.
enum PreviewCommands {
  /// The days that a rule is shown for unless told otherwise, and those of all rules together.
  private static let usual = (rule: 14, all: 7)

  private static let ruleDays = days("14")
  private static let weekDays = days("7")

  /// One rule's days to come.
  static let rule = Command<Action>(
    "preview", "Shows when a rule will be active on the days to come",
    does: { invocation in
      let request = RulePreview(
        rule: try invocation.arguments.value(of: RuleOptions.rule),
        days: try invocation.arguments.value(of: ruleDays) ?? usual.rule)
      try invocation.show(request, PreviewTexts.rule)
    }
  ) {
    RuleOptions.rule
    ruleDays
  }

  /// The week of all rules together.
  static let week = Command<Action>(
    "preview", "Shows the week to come: when which rule will be active",
    does: { invocation in
      let days = try invocation.arguments.value(of: weekDays) ?? usual.all
      try invocation.show(RulePreview(days: days), PreviewTexts.week)
    }
  ) {
    weekDays
  }

  private static func days(_ usual: String) -> Option<Int> {
    Option(
      "days", "N", "How many days, today's included (\(usual) unless told otherwise)",
      .integer(in: 1...RuleForecast.longest))
  }
}
