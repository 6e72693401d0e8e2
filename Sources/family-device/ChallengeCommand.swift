import Arguments
import CivilTime
import FamilyDevice
import FamilyShared
import PolicyCore

/// Earns minutes at a terminal: `family-device challenge`.
enum ChallengeCommand {
  static let command = Command<ProgramAction>(
    "challenge", "Asks the questions that earn minutes",
    details: """
      All answers have to be right. Whoever leaves in the middle finds the same questions again, within ten \
      minutes. Answers whose own answer was lost on its way are submitted again, and are graded once.
      """,
    does: { typed in try earn(on: try Place(typed).device()) }
  ) {
    Place.state
    Place.service
  }

  private static func earn(on device: ChildDevice) throws {
    try hearFirst(device)
    while try hasMoreToEarn(device) {
      guard try earnOnce(on: device) else { return }
    }
  }

  /// Asks the server what holds, so that the questions and what they earn are today's.
  private static func hearFirst(_ device: ChildDevice) throws {
    do {
      SyncCommands.tell(try device.sync())
    } catch {
      // Where it is really gone, asking for the questions says so.
      guard error.code == .serverUnreachable else { throw error }
    }
  }

  /// Asks one challenge, and tells whether to go on with another.
  private static func earnOnce(on device: ChildDevice) throws -> Bool {
    let outcome: ChallengeOutcome
    do {
      outcome = try answer(try device.challenge(), on: device)
    } catch let error as DeviceError {
      guard error.code == .challengeOver,
        Terminal.agrees(to: "Sorry: \(error.message). Another one?")
      else { throw error }
      return true
    }
    print(words(for: outcome))
    guard outcome.passed else { return Terminal.agrees(to: "Another one?") }
    try showWhatHolds(on: device, after: outcome)
    return false
  }

  private static func answer(
    _ challenge: Challenge, on device: ChildDevice
  ) throws -> ChallengeOutcome {
    let count = challenge.questions.count
    print(
      "\(count.counted("question")), up to \(challenge.rewardMinutes.counted("minute"))"
        + " to earn\(try deadline(of: challenge, on: device)).")
    var answers: [Int] = []
    for (index, question) in challenge.questions.enumerated() {
      answers.append(try ask(question, index + 1, of: count))
    }
    return try device.submit(answers, to: challenge)
  }

  /// Until when it can be answered, by the family's clock.
  private static func deadline(of challenge: Challenge, on device: ChildDevice) throws -> String {
    guard let zone = try device.state().snapshot?.policy.zone else { return "" }
    return ", until \(zone.reading(at: challenge.expiresAt).clock)"
  }

  /// What a sum can come to: a thousand times a thousand, either way, and the same again.
  private static let plausible = -2_000_000...2_000_000

  /// Asks until a number is typed.
  private static func ask(
    _ question: Challenge.Question, _ number: Int, of count: Int
  ) throws -> Int {
    while true {
      guard let line = Terminal.ask("\(number)/\(count)  \(question.prompt) = ") else {
        throw DeviceError(
          .unanswered, "the answers ended before the questions",
          hint: "the challenge waits: start again within ten minutes")
      }
      // As it is written by hand: with spaces, or with the minus of a printer.
      let typed = line.filter { !$0.isWhitespace }.replacing("−", with: "-")
      if let value = Int(typed), plausible.contains(value) { return value }
      print("A whole number, please.")
    }
  }

  /// Says so where nothing can be earned, before anybody has calculated in vain.
  private static func hasMoreToEarn(_ device: ChildDevice) throws -> Bool {
    guard let snapshot = try device.state().snapshot, snapshot.nextAward(on: snapshot.day) == 0
    else { return true }
    print(
      snapshot.policy.dailyBonusCapMinutes == 0
        ? "No minutes can be earned with challenges."
        : "Today's bonus is full, so there is nothing more to earn. There is more tomorrow.")
    return false
  }

  private static func showWhatHolds(
    on device: ChildDevice, after outcome: ChallengeOutcome
  ) throws {
    guard outcome.awardedMinutes > 0 else { return }
    do {
      try SyncCommands.syncAndSay(device)
    } catch let error as DeviceError where error.code == .serverUnreachable {
      throw DeviceError(
        .serverUnreachable, "what was earned is kept there, but \(error.message)",
        hint: "it counts here after the next: family-device sync")
    }
  }

  /// What a submission came to, in words.
  static func words(for outcome: ChallengeOutcome) -> String {
    guard outcome.passed else {
      return "\(outcome.correct) of \(outcome.required) are right; all have to be."
    }
    return outcome.awardedMinutes > 0
      ? "All right: \(outcome.awardedMinutes.counted("minute")) earned."
      : "All right. Today's bonus is full already, so there is nothing more to earn."
  }
}
