/// What is wrong with one field of a policy.
package struct PolicyProblem: Hashable, Codable, Sendable {
  /// The field's name as it was written.
  package let field: String
  /// What was wrong and what would be right.
  package let problem: String

  /// Makes a problem.
  package init(field: String, problem: String) {
    self.field = field
    self.problem = problem
  }

  /// Makes a problem of a known field.
  package init(_ field: PolicyField, _ problem: String) {
    self.init(field: field.rawValue, problem: problem)
  }
}
