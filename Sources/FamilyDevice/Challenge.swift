package import CivilTime
import CompactJSON

/// Questions that earn minutes.
package struct Challenge: Hashable, Sendable {
  /// One of them.
  package struct Question: Hashable, Sendable {
    /// Its id.
    package let id: String
    /// What is asked.
    package let prompt: String
  }

  /// The most questions that a challenge has.
  private static let mostQuestions = 50

  /// The challenge's id.
  package let id: String
  /// The questions, in order.
  package let questions: [Question]
  /// What passing earns at most.
  package let rewardMinutes: Int
  /// When it can't be answered any more, by the server's clock.
  package let expiresAt: Instant

  /// Reads a challenge.
  ///
  /// - Throws: `badAnswer` for one without questions, or with something that is none.
  init(_ answer: ServerAnswer) throws(DeviceError) {
    id = try answer.text("challenge_id")
    rewardMinutes = answer.number("reward_minutes") ?? 0
    expiresAt = try answer.time("expires_at")
    let questions = try answer.list("questions")
    self.questions = questions.compactMap { question in
      guard case .object(let fields) = question, case .text(let id)? = fields["question_id"],
        case .text(let prompt)? = fields["prompt"]
      else { return nil }
      return Question(id: id, prompt: ServerAnswer.visible(prompt))
    }
    // The id becomes a part of an address.
    guard self.questions.count == questions.count,
      (1...Self.mostQuestions).contains(questions.count), !id.isEmpty,
      id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    else {
      throw DeviceError(.badAnswer, "the server's questions are not readable")
    }
  }
}

/// What became of a submission.
package struct ChallengeOutcome: Hashable, Sendable {
  /// Whether every answer was right.
  package let passed: Bool
  /// How many were.
  package let correct: Int
  /// How many had to be.
  package let required: Int
  /// What it earned.
  package let awardedMinutes: Int

  init(_ answer: ServerAnswer) throws(DeviceError) {
    passed = try answer.flag("passed")
    correct = answer.number("correct_count") ?? 0
    required = answer.number("required_count") ?? 0
    awardedMinutes = answer.number("awarded_minutes") ?? 0
  }
}
