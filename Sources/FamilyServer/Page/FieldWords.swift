import PolicyCore

/// What a parent reads about a field of the policy.
struct FieldWords: Hashable, Sendable {
  /// Its name.
  let title: String
  /// What it means, and what it takes.
  let meaning: String
  /// What its number counts; empty for what is no number.
  let unit: String

  /// The words for a field.
  static func of(_ field: PolicyField) -> FieldWords {
    switch field {
    case .dailyLimitMinutes:
      FieldWords(
        "Free minutes a day",
        "How long the chosen apps can be used each day before anything is earned. With 0 they are"
          + " shielded from the start of the day. From 0 to 1440 minutes.",
        "minutes")
    case .allowedStart:
      FieldWords(
        "Allowed from",
        "The time of day from which the apps can be used at all, every day.")
    case .allowedEnd:
      FieldWords(
        "Allowed until",
        "The time of day from which the apps are shielded, whatever is left of the minutes. The same"
          + " time as “Allowed from” means all day; an earlier one means the next morning.")
    case .rewardMinutes:
      FieldWords(
        "Minutes for a passed challenge",
        "What answering every question of a challenge right adds to the day. From 1 to 240 minutes.",
        "minutes")
    case .dailyBonusCapMinutes:
      FieldWords(
        "Most minutes earned a day",
        "Challenges add no more than this to one day. With 0 nothing can be earned. From 0 to 1440"
          + " minutes; together with the free minutes at most 1440, which is a whole day.",
        "minutes")
    case .challengeQuestions:
      FieldWords(
        "Questions in a challenge", "How many sums one challenge asks. From 1 to 50 questions.",
        "questions")
    case .challengeMaxOperand:
      FieldWords(
        "Largest number in a question",
        "No sum uses a larger number than this. Its answer can be larger. From 2 to 1000.")
    case .challengeOperations:
      FieldWords("Kinds of sums", "Which kinds of sums a challenge asks. At least one.")
    case .timezone:
      FieldWords(
        "The family's time zone",
        "Its midnights end everybody's day, wherever a machine is. A name such as Europe/Berlin. It"
          + " can't be changed any more once minutes were earned.")
    }
  }

  private init(_ title: String, _ meaning: String, _ unit: String = "") {
    self.title = title
    self.meaning = meaning
    self.unit = unit
  }

  /// A value with its unit: `60 minutes`, `07:00`, `addition and subtraction`.
  static func phrase(_ value: PolicyValue, of field: PolicyField) -> String {
    switch value {
    case .number(let number): count(number, field)
    case .text(let text): text
    case .texts(let texts): list(texts.map(operation))
    case .other: "nothing"
    }
  }

  private static func count(_ number: Int, _ field: PolicyField) -> String {
    switch field {
    case .challengeQuestions: TimeWords.count(number, "question")
    case .challengeMaxOperand: String(number)
    default: TimeWords.count(number, "minute")
    }
  }

  /// What a kind of sum is called.
  static func operation(_ name: String) -> String {
    switch ChallengeOperation(rawValue: name) {
    case .add: "addition"
    case .subtract: "subtraction"
    case .multiply: "multiplication"
    case nil: name
    }
  }

  /// An example of a kind of sum.
  static func example(_ operation: ChallengeOperation) -> String {
    switch operation {
    case .add: "3 + 4"
    case .subtract: "7 − 4"
    case .multiply: "3 × 4"
    }
  }

  /// `a`, `a and b`, `a, b and c`.
  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "none" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// When use is allowed, in one phrase.
  static func hours(from start: String, to end: String) -> String {
    if start == end { return "all day" }
    return start < end
      ? "from \(start) to \(end)" : "from \(start) until \(end) the next morning"
  }

  /// What is wrong with a field, as a sentence.
  static func sentence(_ problem: PolicyProblem, of field: PolicyField?) -> String {
    if field == .challengeOperations, problem.problem.contains("is empty") {
      return "Choose at least one kind of sum."
    }
    let text = problem.problem.prefix(1).uppercased() + problem.problem.dropFirst()
    return text.hasSuffix(".") ? text : text + "."
  }
}
