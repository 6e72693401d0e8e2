import CivilTime
import CompactJSON
import PolicyCore

/// What calls and answers are made of.
extension Schema {
  /// The characters of ids, codes and tokens: base64url.
  private static let letters = "[A-Za-z0-9_-]"

  /// The id of something that is kept.
  static func id(_ text: String) -> Schema {
    .text(pattern: "^\(letters){16}$").described(text).example(.text("c1oJr2dZ7Qm0aXh4"))
  }

  /// A code, or a token, of so many characters.
  static func secret(_ count: Int, _ text: String) -> Schema {
    .text(pattern: "^\(letters){\(count)}$").described(text)
      .example(.text(String("Zr8kQe0vT3mXw5bYh7NaPd9sLf2gJc4uKi6oRt1xVy8E".prefix(count))))
  }

  /// The id of a question, within its challenge.
  static let questionID = text(pattern: "^\(letters){8}$").described("The question's id.")
    .example(.text("q7Wd2k_A"))

  /// A name as it was kept.
  static func name(_ text: String) -> Schema {
    .text(1...PersonName.longest).described(text).example(.text("Mia"))
  }

  /// A time.
  static func instant(_ text: String) -> Schema {
    number(from: 0).described(text + " In Unix seconds, by the server's clock.")
      .example(.integer(1_736_164_800))
  }

  /// A day.
  static func day(_ text: String) -> Schema {
    .text(format: "date", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
      .described(text + " In the family's zone, `YYYY-MM-DD`.").example(.text("2025-01-06"))
  }

  /// A revision of a policy.
  static let revisions = 0...Int(Int32.max)

  /// A revision of the policy.
  static func revision(_ text: String) -> Schema {
    number(revisions).described(text).example(.integer(1))
  }

  /// Minutes of a day.
  static func minutes(_ text: String) -> Schema {
    number(0...1440).described(text).example(.integer(15))
  }

  /// The shape of one of a policy's fields.
  static func policyField(_ field: PolicyField) -> Schema {
    let (words, example) = field.words
    return shape(of: field).described(words).example(example)
  }

  /// What the document shows for one of a policy's fields.
  static func policyExample(_ field: PolicyField) -> JSON { field.words.1 }

  private static func shape(of field: PolicyField) -> Schema {
    if let range = field.range { return number(range) }
    switch field {
    case .timezone: return KnownZones.names.isEmpty ? text(1...80) : word(KnownZones.names)
    case .challengeOperations:
      let operations = ChallengeOperation.allCases.map(\.rawValue)
      return list(of: word(operations), 1...operations.count, isSet: true)
    default: return text(pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$")
    }
  }

  /// A whole policy.
  static let policy = object(
    PolicyField.allCases.map { Property($0.rawValue, policyField($0)) }
  ).described(
    """
    What a family has agreed on. `daily_limit_minutes` and `daily_bonus_cap_minutes` are together at \
    most 1440, the minutes of a day.
    """
  ).named("Policy")

  /// A child's own values.
  static let overrides = object(
    PolicyField.allCases.filter(\.isPerChild).map {
      Property($0.rawValue, policyField($0), isRequired: false)
    }
  ).described(
    """
    A child's own values in place of the family's; what is left out is inherited. Beside the family's \
    others they have to make a right policy.
    """
  ).named("Overrides")

  /// What a device said last.
  static let receivedStatus = object([
    Property("policy_revision", revision("The revision that it enforces.")),
    Property(
      "monitoring",
      word(DeviceStatus.Monitoring.allCases.map(\.rawValue)).described(
        """
        `active`: the plan is registered. `failed`: it could not be, and the apps are shielded. \
        `not_configured`: no apps are selected.
        """)),
    Property("shielded", flag.described("Whether the apps are shielded.")),
    Property("detail", text(0...DeviceStatus.longestDetail).described("What else is to know.")),
    Property("observed_minutes", minutes("The minutes of use that were seen.")),
    Property("observed_day", day("The day that they belong to.")),
    Property("reported_at", instant("When the report came.")),
  ]).described("What the device said itself; nobody has verified it.").named("ReceivedStatus")

  /// A device as a parent sees it.
  static let device = object([
    Property("device_id", id("The device's id.")),
    Property("name", name("What it was called when it was paired.")),
    Property("paired_at", instant("When it was paired.")),
    Property(
      "revoked_at", instant("When its access ended.").orNull.described("Null while it has access.")),
    Property(
      "last_status", receivedStatus.orNull.described("Null before its first report.")),
  ]).named("Device")

  /// A child as a parent sees it.
  static let child = object([
    Property("child_id", id("The child's id.")),
    Property("name", name("The child's name.")),
    Property("overrides", overrides),
    Property("effective_policy", policy),
    Property("devices", list(of: device).described("Oldest first, revoked ones too.")),
    Property("day", day("Today.")),
    Property("earned_minutes", minutes("What today has earned, within the cap.")),
  ]).named("Child")

  /// A code that was made.
  static let issuedCode = object([
    Property("code", secret(24, "The code; it is shown this once.")),
    Property("expires_at", instant("When it stops being good, ten minutes from now.")),
  ]).named("IssuedCode")

  /// What a device is told.
  static let snapshot = object([
    Property("schema_version", constant(JSON(FamilySnapshot.version))),
    Property("device_id", id("The device that it is for.")),
    Property("child_id", id("The child whose device it is.")),
    Property("child_name", name("The child's name.")),
    Property("policy_revision", revision("The policy's revision; it only grows.")),
    Property("policy", policy),
    Property("day", day("Today.")),
    Property("earned_minutes", minutes("What today has earned, within the cap.")),
    Property("server_time", instant("Now.")),
  ]).named("Snapshot")

  /// A challenge that can be answered.
  static let challenge = object([
    Property("challenge_id", id("The challenge's id.")),
    Property(
      "questions",
      list(
        of: object([
          Property("question_id", questionID),
          Property(
            "prompt",
            text(pattern: "^[0-9]{1,4} [+−×] [0-9]{1,4}$")
              .described("The sum that is asked.").example(.text("7 × 8"))),
        ]), PolicyField.challengeQuestions.range ?? 1...1)),
    Property("expires_at", instant("When it can't be answered any more.")),
    Property(
      "reward_minutes",
      number(PolicyField.rewardMinutes.range ?? 1...1).described("What passing earns at most.")),
    Property("day", day("The day that it was made on, and has to be answered on.")),
  ]).named("Challenge")

  /// What became of a submission.
  static let result = object([
    Property("challenge_id", id("The challenge.")),
    Property("passed", flag.described("Whether every answer was right.")),
    Property("correct_count", number(0...50).described("How many answers were right.")),
    Property("required_count", number(1...50).described("How many had to be.")),
    Property(
      "awarded_minutes",
      number(0...240).described(
        "What it earned: the reward, or what the day's cap left of it; 0 where it left nothing.")),
    Property(
      "reward_id", id("The grant.").orNull.described("Null where nothing was earned.")),
    Property("day", day("The day that it counts for.")),
  ]).named("Result")
}

extension PolicyField {
  /// What the field means, and an example.
  fileprivate var words: (String, JSON) {
    switch self {
    case .timezone:
      (
        "The family's time zone: its midnights end everybody's day. It stays once minutes were earned.",
        .text("Europe/Berlin")
      )
    case .dailyLimitMinutes: ("Minutes that are free every day.", .integer(60))
    case .allowedStart:
      ("The reading of the wall clock from which use is allowed.", .text("07:00"))
    case .allowedEnd:
      (
        """
        The reading at which use ends: the same as the start is the whole day, one before it the next \
        morning.
        """, .text("20:00")
      )
    case .rewardMinutes: ("Minutes that a passed challenge earns.", .integer(15))
    case .dailyBonusCapMinutes: ("The most minutes that a day earns.", .integer(60))
    case .challengeQuestions: ("How many questions a challenge has.", .integer(5))
    case .challengeMaxOperand: ("The largest number in a question.", .integer(12))
    case .challengeOperations:
      ("The kinds of sums that are asked.", .list([.text("add"), .text("subtract")]))
    }
  }
}
