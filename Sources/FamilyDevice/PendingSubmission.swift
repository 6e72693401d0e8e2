/// Answers to a challenge, kept until somebody has said what they earned.
package struct PendingSubmission: Hashable, Codable, Sendable {
  /// An answer to one question.
  package struct Answer: Hashable, Codable, Sendable {
    /// The question's id.
    package let question: String
    /// What was answered.
    package let value: Int

    /// Makes an answer.
    package init(question: String, value: Int) {
      self.question = question
      self.value = value
    }
  }

  /// The device that was asked.
  package let device: String
  /// The challenge's id.
  package let challenge: String
  /// The answers, in the order of the questions.
  package let answers: [Answer]

  /// Makes a submission.
  package init(device: String, challenge: String, answers: [Answer]) {
    self.device = device
    self.challenge = challenge
    self.answers = answers
  }
}
