import PolicyCore

/// A form of policy fields as it is shown: what it holds, and what there is to say about it.
struct PolicyFormState {
  /// What it holds.
  var draft: PolicyDraft
  /// What is wrong with it.
  var problems: [PolicyProblem] = []
  /// The fields that two people changed to different values; what the other one saved is what the draft
  /// started from.
  var clashes: [PolicyField] = []
  /// The fields that only the other one changed.
  var taken: [PolicyField] = []
  /// What is to be said above it; the form holds what isn't saved.
  var remark: String?

  /// Whether somebody else saved something in between.
  var isConflict: Bool { !clashes.isEmpty || !taken.isEmpty }

  /// What is wrong with a field.
  func problems(of field: PolicyField) -> [PolicyProblem] {
    problems.filter { Self.field(of: $0) == field }
  }

  /// The field that a problem belongs to; `nil` for one of the whole form.
  static func field(of problem: PolicyProblem) -> PolicyField? {
    PolicyField(rawValue: problem.field.split(separator: ".").last.map(String.init) ?? "")
  }
}
