import PolicyCore

/// A sum that a challenge asks for, with the answer that stays at the server.
package struct Question: Hashable, Sendable {
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
      id: source.text(bits: 48), prompt: "\(left) \(sign) \(right)", answer: answer)
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

extension Question {
  private static let betweenFields = UInt8(ascii: "\t")
  private static let lineEnd = UInt8(ascii: "\n")

  /// Writes questions as they are kept: a line of each, with its id, its prompt and its answer.
  ///
  /// Every challenge is written once and read twice; nothing in a question is more than a word of digits
  /// and signs.
  static func text(of questions: [Question]) -> String {
    var text = ""
    text.reserveCapacity(questions.count * 32)
    for question in questions {
      text += question.id
      text += "\t"
      text += question.prompt
      text += "\t"
      text += String(question.answer)
      text += "\n"
    }
    return text
  }

  /// Reads questions that were kept; `nil` for anything else.
  static func list(from text: String) -> [Question]? {
    guard text.utf8.last == lineEnd else { return nil }
    let lines = text.utf8.split(separator: lineEnd)
    let questions = lines.compactMap(Question.init)
    return questions.count == lines.count ? questions : nil
  }

  private init?(_ line: Substring.UTF8View) {
    let fields = line.split(separator: Self.betweenFields, omittingEmptySubsequences: false)
    guard fields.count == 3, let answer = Int(Substring(fields[2])) else { return nil }
    self.init(
      id: String(Substring(fields[0])), prompt: String(Substring(fields[1])), answer: answer)
  }
}
