/// Says everything that is wrong with a policy or with a child's share of it.
package struct PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problems, at least one, in the order of the fields.
  package let problems: [PolicyProblem]

  /// Makes an error.
  package init(_ problems: [PolicyProblem]) {
    self.problems = problems
  }

  /// All of it in one line.
  package var description: String {
    problems.map { "\($0.field): \($0.problem)" }.joined(separator: "; ")
  }
}
