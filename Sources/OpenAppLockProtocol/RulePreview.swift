package import Bus
import CivilTime
import OpenAppLockRules

/// Tells when one rule, or all of them, will be active on the days to come.
///
/// Changes nothing. It is worked out from the rules as they are and the service's time and zone, so it fails
/// with `unavailable` while nobody knows these.
package struct RulePreview: BusRequest {
  /// The rule: name, id, or a unique beginning of the id; `nil` for all rules.
  package let rule: String?
  /// How many days, today's included; 1 to 366.
  package let days: Int

  /// Makes the request.
  package init(rule: String? = nil, days: Int) {
    self.rule = rule
    self.days = days
  }

  package typealias Reply = PreviewReport

  package static let name: MessageName = "rule.preview"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .read,
    repeatable: true,
    summary: "Tells when one rule, or all of them, will be active on the days to come.")
  package static var example: RulePreview {
    RulePreview(rule: "Morning Focus", days: 14)
  }
  package static var exampleReply: Reply {
    PreviewReport(
      now: .example, zone: "Europe/Berlin", from: PreviewEntry.example.date, days: 14,
      rules: [
        PreviewedRule(
          rule: .example, name: "Morning Focus", kind: .schedule, hard: false, status: "6h left",
          isEverDue: true)
      ],
      entries: [.example])
  }
  package static let fields: [Field] = [
    .optional("rule", .text, "The rule: its name or id; without it all rules."),
    .field("days", .integer, "How many days, today's included; 1 to 366."),
  ]
  package static let replyFields: [Field] = Shapes.preview
  package static let errors: [MessageError] = [
    MessageError(.invalid, "the days are less than 1 or more than 366"),
    MessageError(.notFound, "nothing goes by that name"),
    MessageError(.ambiguous, "several things go by that name"),
    MessageError(.unavailable, "nobody knows the time, as the Screen Time service is away"),
  ]
}
