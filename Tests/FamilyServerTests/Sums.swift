import CompactJSON

/// Solves challenges as a child does: from what is asked.
enum Sums {
  /// The body of a submission that answers every question of a challenge right, or the first one wrong.
  static func submission(to challenge: JSON, wrongly: Bool = false) -> String {
    let answers = challenge[at: "questions"].elements.enumerated().map { index, question in
      let value = solution(of: question[at: "prompt"].asText) + (wrongly && index == 0 ? 1 : 0)
      return #"{"question_id": "\#(question[at: "question_id"].asText)", "value": \#(value)}"#
    }
    return #"{"answers": [\#(answers.joined(separator: ","))]}"#
  }

  /// Where a challenge is submitted.
  static func path(of challenge: JSON) -> String {
    "/v1/device/challenges/\(challenge[at: "challenge_id"].asText)/submit"
  }

  /// What a prompt comes to.
  static func solution(of prompt: String) -> Int {
    let words = prompt.split(separator: " ")
    guard words.count == 3, let left = Int(words[0]), let right = Int(words[2]) else { return 0 }
    return words[1] == "+" ? left + right : words[1] == "−" ? left - right : left * right
  }
}
