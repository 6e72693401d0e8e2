import PolicyCore

/// A sum that a challenge asks for, with the answer that stays at the server.
package struct Question: Hashable, Codable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case id = "question_id"
    case prompt
    case answer
  }

  /// The question's id within its challenge.
  package let id: String
  /// What is asked, `7 × 8`.
  package let prompt: String
  /// The right answer.
  package let answer: Int

  /// Makes a sum of random numbers from 0 to `largest`; a difference is never below zero.
  static func random(
    _ operation: ChallengeOperation, largest: Int, using source: inout some RandomNumberGenerator
  ) -> Question {
    let first = Int.random(in: 0...largest, using: &source)
    let second = Int.random(in: 0...largest, using: &source)
    let (left, right) = operation == .subtract && second > first ? (second, first) : (first, second)
    let (sign, answer) =
      switch operation {
      case .add: ("+", left + right)
      case .subtract: ("−", left - right)
      case .multiply: ("×", left * right)
      }
    return Question(
      id: Randomness.text(bits: 48), prompt: "\(left) \(sign) \(right)", answer: answer)
  }

  /// Makes as many different sums as a policy asks for.
  ///
  /// Where a policy has so few different ones that they run out, some are asked twice.
  static func challenge(
    by policy: FamilyPolicy, using source: inout some RandomNumberGenerator
  ) -> [Question] {
    let operations = ChallengeOperation.allCases.filter(policy.challengeOperations.contains)
    var questions: [Question] = []
    var asked: Set<String> = []
    while questions.count < policy.challengeQuestions {
      var question: Question
      var tries = 0
      repeat {
        let operation = operations[questions.count % operations.count]
        question = random(operation, largest: policy.challengeMaxOperand, using: &source)
        tries += 1
      } while asked.contains(question.prompt) && tries < 20
      asked.insert(question.prompt)
      questions.append(question)
    }
    return questions
  }
}
