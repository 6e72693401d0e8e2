import PolicyCore

/// A child's answer to a question.
package struct Answer: Hashable, Sendable {
  /// The question that it answers.
  package let questionID: String
  /// The number that was given.
  package let value: Int

  /// Makes an answer.
  package init(questionID: String, value: Int) {
    self.questionID = questionID
    self.value = value
  }
}

extension Answer {
  /// How many of the answers are right.
  ///
  /// - Throws: `invalid` unless every question is answered exactly once and nothing else is; that
  ///   consumes no attempt (decision F3).
  static func countRight(
    _ answers: [Answer], to questions: [Question]
  ) throws(FamilyError) -> Int {
    var problems: [PolicyProblem] = []
    var given: [String: Int] = [:]
    let field = { (index: Int) in "answers[\(index)].question_id" }
    for (index, answer) in answers.enumerated() {
      if !questions.contains(where: { $0.id == answer.questionID }) {
        problems.append(
          PolicyProblem(field: field(index), problem: "the challenge has no such question"))
      } else if given.updateValue(answer.value, forKey: answer.questionID) != nil {
        problems.append(
          PolicyProblem(field: field(index), problem: "the question is answered twice"))
      }
    }
    let missing = questions.count { given[$0.id] == nil }
    if missing > 0 {
      problems.append(
        PolicyProblem(
          field: "answers",
          problem: "\(missing) of \(questions.count) questions have no answer"))
    }
    guard problems.isEmpty else { throw .invalid(problems) }
    return questions.count { given[$0.id] == $0.answer }
  }
}
