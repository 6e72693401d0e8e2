import CompactJSON
import Glibc
import ScreenTimeTesting
import TestSupport
import Testing

@Suite("A challenge at a terminal")
struct ChallengeTests {
  /// A house in which a challenge has one question, and the day's minutes are used.
  private func house(
    _ policy: [String: JSON] = [:], test: String = #function
  ) throws -> Household {
    let house = try Household(test: test)
    try house.pair()
    try house.setPolicy(policy.merging(["challenge_questions": .integer(1)]) { $1 })
    #expect(try house.device("sync").status == 0)
    try house.play(60)
    #expect(try house.isShielded)
    return house
  }

  @Test("earns minutes that are there at once; a wrong answer earns nothing, and another one waits")
  func earning() throws {
    let house = try house()
    defer { house.end() }
    let wrong = try house.device("challenge", input: "-1\n")
    #expect(wrong.status == 0 && wrong.out.contains("0 of 1 are right; all have to be."))
    #expect(try house.isShielded)
    // Whoever leaves in the middle finds the same question again.
    let left = try house.device("challenge", input: "not a number\n")
    #expect(left.status == 1 && left.out.contains("A whole number, please."))
    #expect(left.err.contains("the answers ended before the questions"), "\(left.err)")
    let again = try house.device("challenge", input: "")
    #expect(
      left.out.split(separator: "\n").last { $0.hasPrefix("1/1") }
        == again.out.split(separator: "\n").last { $0.hasPrefix("1/1") })
    let right = try house.device("challenge", input: try house.answer())
    #expect(right.out.contains("All right: 15 minutes earned."), "\(right.out) \(right.err)")
    #expect(right.out.contains("60 of 75 minutes used today, 15 of them earned. Open."))
    #expect(try !house.isShielded)
    // In a pipe nobody shows what is typed, so it stands behind its question.
    #expect(right.out.split(separator: "\n").contains { $0.hasPrefix("1/1") && $0.last != " " })
  }

  @Test("a number that no sum comes to is asked for again, however large it is")
  func tooLarge() throws {
    let house = try house()
    defer { house.end() }
    let numbers = [
      "-9223372036854775808", "9223372036854775807", "-9223372036854775809", "2000001", "-2000001",
    ]
    let result = try house.device("challenge", input: numbers.joined(separator: "\n") + "\n")
    #expect(
      result.out.split(separator: "\n").count { $0 == "A whole number, please." } == numbers.count,
      "\(result.out) \(result.err)")
  }

  @Test("tells that nothing can be earned before anybody calculates in vain")
  func full() throws {
    let house = try house(["daily_bonus_cap_minutes": .integer(0)])
    defer { house.end() }
    let none = try house.device("challenge")
    #expect(none.status == 0 && none.out.contains("No minutes can be earned"), "\(none.out)")
    try house.setPolicy([
      "daily_bonus_cap_minutes": .integer(15), "challenge_questions": .integer(1),
    ])
    #expect(try house.device("challenge", input: try house.answer()).status == 0)
    let full = try house.device("challenge")
    #expect(full.status == 0 && full.out.contains("Today's bonus is full"), "\(full.out)")
  }

  @Test("an answer that is lost is asked for again: idempotent, and awarded once")
  func lostAnswer() throws {
    let house = try house()
    defer { house.end() }
    let answer = try house.answer()
    house.relay.have("/submit", .answerLost, times: 2)
    let result = try house.device("challenge", input: answer)
    #expect(result.out.contains("15 minutes earned"), "\(result.out) \(result.err)")
    #expect(house.relay.calls.filter { $0.hasSuffix("/submit") }.count == 3)
    #expect(try house.earned() == 15)
  }

  @Test("answers that nobody answered are kept, submitted by the next sync, and awarded once")
  func keptAnswers() throws {
    let house = try house()
    defer { house.end() }
    let answer = try house.answer()
    house.relay.have("/submit", .answerLost)
    let result = try house.device("challenge", input: answer)
    #expect(result.status == 69 && result.err.contains("the answers are kept"), "\(result.err)")
    #expect(try house.isShielded)
    house.relay.haveAllWell()
    let sync = try house.device("sync")
    #expect(sync.status == 0 && sync.out.contains("15 minutes earned"), "\(sync.out) \(sync.err)")
    #expect(try !house.isShielded)
    #expect(try house.earned() == 15)
    #expect(try !house.device("sync").out.contains("earned. Your"))
    #expect(try house.earned() == 15)
  }

  @Test("answers that never arrived in time are told so, and another challenge waits")
  func tooLate() throws {
    let house = try house()
    defer { house.end() }
    let answer = try house.answer()
    house.relay.have("/submit", .unreachable)
    #expect(try house.device("challenge", input: answer).status == 69)
    house.relay.haveAllWell()
    try house.setPolicy(["challenge_questions": .integer(1), "reward_minutes": .integer(5)])
    let sync = try house.device("sync")
    #expect(sync.status == 0 && sync.out.contains("came too late"), "\(sync.out) \(sync.err)")
    #expect(try house.device("challenge", input: try house.answer()).out.contains("5 minutes"))
    #expect(try house.earned() == 5)
  }

  @Test(
    "what ends a challenge between its questions and the answer is explained",
    arguments: [
      ("challenge_expired", "the ten minutes for this challenge are over"),
      ("challenge_superseded", "a parent changed the policy meanwhile"),
      ("challenge_wrong_day", "the challenge was yesterday's"),
    ])
  func ended(code: String, sentence: String) throws {
    let house = try house()
    defer { house.end() }
    house.relay.have(
      "/submit", .answered(status: 409, body: #"{"error": {"code": "\#(code)", "message": "no"}}"#))
    let result = try house.device("challenge", input: "1\n")
    #expect(result.status == 1 && result.err.contains(sentence), "\(result.err)")
    #expect(result.err.contains("hint: family-device challenge asks another one"))
    house.relay.haveAllWell()
    #expect(try !house.device("sync").out.contains("too late"))
  }

  @Test("what was earned before the server went away is told, and counts after the next sync")
  func earnedButUnknown() throws {
    let house = try house()
    defer { house.end() }
    let answer = try house.answer()
    // The first snapshot comes before the questions, the second after the answer.
    house.relay.have("/snapshot", .asUsual, times: 1)
    house.relay.have("/snapshot", .unreachable, times: 1)
    let result = try house.device("challenge", input: answer)
    #expect(result.status == 69 && result.out.contains("15 minutes earned"), "\(result.out)")
    #expect(result.err.contains("what was earned is kept there"), "\(result.err)")
    #expect(try house.isShielded)
    #expect(try house.device("sync").status == 0)
    #expect(try !house.isShielded)
  }

  @Test("answers that can't be read any more, or get no answer that makes sense, stop nothing else")
  func damagedAnswers() throws {
    let house = try house()
    defer { house.end() }
    let answer = try house.answer()
    house.relay.have("/submit", .answered(status: 200, body: "<html>"))
    #expect(try house.device("challenge", input: answer).status == 69)
    try house.setLimit(90)
    let sync = try house.device("sync")
    #expect(sync.status == 0 && sync.out.contains("60 of 90"), "\(sync.out) \(sync.err)")
    let file = house.platform.stateDirectory + "/family/submission.json"
    #expect(unsafe truncate(file, 10) == 0)
    #expect(try house.device("sync").status == 0)
    #expect(unsafe access(file, F_OK) != 0)
  }

  @Test("answers of a pairing that is no more are forgotten")
  func anotherPairing() throws {
    let house = try house()
    defer { house.end() }
    let answer = try house.answer()
    house.relay.have("/submit", .unreachable)
    #expect(try house.device("challenge", input: answer).status == 69)
    house.relay.haveAllWell()
    try house.replacePairing()
    let sync = try house.device("sync")
    #expect(sync.status == 0 && !sync.out.contains("answers"), "\(sync.out) \(sync.err)")
  }
}
