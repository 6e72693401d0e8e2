import PolicyCore

/// A policy, or a child's own values, as a form holds them: what was typed, and what it started from.
struct PolicyDraft: Hashable, Sendable {
  /// Whose values they are.
  enum Scope: Hashable, Sendable {
    /// The family's: every field has a value.
    case family
    /// A child's: a field that isn't there is the family's.
    case child

    /// The fields of the form, in its order.
    var fields: [PolicyField] {
      switch self {
      case .family: PolicyField.onPage
      case .child: PolicyField.onPage.filter(\.isPerChild)
      }
    }
  }

  /// Whose values they are.
  let scope: Scope
  /// The revision that the form was made at.
  var revision: Int
  /// What was typed.
  var typed: [PolicyField: PolicyValue]
  /// What the form started from.
  var started: [PolicyField: PolicyValue]

  /// Makes a form that nobody has changed yet.
  init(_ scope: Scope, _ fields: [String: PolicyValue], revision: Int) {
    self.scope = scope
    self.revision = revision
    typed = Self.known(fields)
    started = typed
  }

  /// Takes over what was typed.
  init(_ scope: Scope, from form: FormBody) {
    self.scope = scope
    // A form without a revision is nobody's; no revision is below it, so it meets the present one.
    revision = form.first("expected_revision").flatMap { Int($0) } ?? -1
    typed = [:]
    started = [:]
    for field in scope.fields {
      if scope == .family || Self.isOwn(field, in: form) {
        typed[field] = field.value(typed: form.all(field.rawValue))
      }
      if let text = form.first("was.\(field.rawValue)"), !text.isEmpty {
        started[field] = field.value(shown: text)
      }
    }
  }

  /// Whether a child's field is to be its own: that was chosen, or something else was typed than was shown.
  ///
  /// Where no script does it, the choice stays as it was while something is typed beside it.
  private static func isOwn(_ field: PolicyField, in form: FormBody) -> Bool {
    if form.first("mode.\(field.rawValue)") == "own" { return true }
    let typed = form.all(field.rawValue)
    guard let shown = form.first("shown.\(field.rawValue)"),
      typed.contains(where: { !$0.allSatisfy(\.isWhitespace) })
    else { return false }
    return field.value(typed: typed) != field.value(shown: shown)
  }

  /// What was typed, as the store's values are made from.
  var fields: [String: PolicyValue] {
    Dictionary(uniqueKeysWithValues: typed.map { ($0.key.rawValue, $0.value) })
  }

  /// A policy's fields by what they are.
  static func known(_ fields: [String: PolicyValue]) -> [PolicyField: PolicyValue] {
    var known: [PolicyField: PolicyValue] = [:]
    for (name, value) in fields {
      if let field = PolicyField(rawValue: name) { known[field] = value }
    }
    return known
  }
}

extension PolicyField {
  /// The fields in the order in which a parent thinks of them.
  static let onPage: [PolicyField] = [
    .dailyLimitMinutes, .allowedStart, .allowedEnd, .rewardMinutes, .dailyBonusCapMinutes,
    .challengeQuestions, .challengeMaxOperand, .challengeOperations, .timezone,
  ]

  /// What a form's values for this field are worth; what is none stays as it was typed, to be refused
  /// with its reason and shown again.
  func value(typed values: [String]) -> PolicyValue {
    if self == .challengeOperations {
      let known = ChallengeOperation.allCases.map(\.rawValue)
      return .texts(known.filter(values.contains) + values.filter { !known.contains($0) })
    }
    let text = String((values.first ?? "").trimmingPrefix { $0.isWhitespace })
      .trimmingSuffix { $0.isWhitespace }
    guard !text.isEmpty else { return .other("nothing") }
    guard range != nil, let number = Int(text) else { return .text(text) }
    return .number(number)
  }

  /// What a form has said of a value by its ``PolicyValue/typedText``.
  func value(shown text: String) -> PolicyValue {
    guard self == .challengeOperations else { return value(typed: [text]) }
    return value(typed: text.split(separator: ",").map(String.init))
  }
}

extension PolicyValue {
  /// The value as a form's field holds it.
  var typedText: String {
    switch self {
    case .number(let number): String(number)
    case .text(let text): text
    case .texts(let texts): texts.joined(separator: ",")
    case .other: ""
    }
  }
}

extension String {
  /// The text without what its end has of a kind.
  fileprivate func trimmingSuffix(where isTrimmed: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return String(text)
  }
}
