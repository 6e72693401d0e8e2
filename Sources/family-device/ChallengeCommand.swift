import Arguments
import FamilyDevice
import Glibc

/// Earns minutes at a terminal: `family-device challenge`.
enum ChallengeCommand {
  static let command = Command<ProgramAction>(
    "challenge", "Asks the questions that earn minutes",
    does: { typed in
      let device = try Place(typed).device()
      let challenge = try device.challenge()
      let count = challenge.questions.count
      print("\(count) questions earn up to \(challenge.rewardMinutes) minutes.")
      var answers: [Int] = []
      for (index, question) in challenge.questions.enumerated() {
        answers.append(try ask(question, index + 1, of: count))
      }
      let outcome = try device.submit(answers, to: challenge)
      print(words(for: outcome))
      if outcome.awardedMinutes > 0 { try SyncCommands.syncAndSay(device) }
    }
  ) {
    Place.state
    Place.service
  }

  /// Asks until a number is typed.
  private static func ask(
    _ question: Challenge.Question, _ number: Int, of count: Int
  ) throws -> Int {
    while true {
      print("\(number)/\(count)  \(question.prompt) = ", terminator: "")
      fflush(nil)
      guard let line = readLine() else {
        throw DeviceError(
          .invalid, "the answers ended before the questions",
          hint: "the challenge waits: start again within ten minutes")
      }
      if let value = Int(line.filter { !$0.isWhitespace }) { return value }
      print("A whole number, please.")
    }
  }

  private static func words(for outcome: ChallengeOutcome) -> String {
    guard outcome.passed else {
      return "\(outcome.correct) of \(outcome.required) are right; all have to be. Try another one."
    }
    return outcome.awardedMinutes > 0
      ? "All right: \(outcome.awardedMinutes) minutes earned."
      : "All right. Today's bonus is full already, so there is nothing more to earn."
  }
}
