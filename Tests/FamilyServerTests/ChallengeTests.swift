import CivilTime
import Database
import FamilyServer
import PolicyCore
import TestSupport
import Testing

@Suite("Challenges")
struct ChallengeTests {
  @Test("an open one is given again, until it is finished, over, or another's policy or day")
  func reuse() throws {
    guard let fixture = try StoreFixture(.sqlite, at: "2025-01-06T23:45") else { return }
    defer { fixture.scratch.cleanUp() }
    let (_, token) = try fixture.device()
    func start() throws -> OpenChallenge {
      let caller = try fixture.caller(token)
      return try fixture.call { try $0.challenge(for: caller, at: $1) }
    }
    let first = try start()
    let again = try start()
    #expect(first.isNew && !again.isNew && again.id == first.id)
    #expect(again.questions == first.questions)
    try fixture.change(["challenge_questions": .number(3)])
    let second = try start()
    #expect(second.isNew && second.questions.count == 3)
    try fixture.go(to: "2025-01-06T23:55")
    let third = try start()
    #expect(third.isNew)
    // It ends with the day, not ten minutes later.
    #expect(third.expiresAt == (try fixture.zone.instant(parsing: "2025-01-07T00:00")))
    try fixture.go(to: "2025-01-07T00:00")
    #expect(try start().isNew)
  }

  @Test(
    "one that is open in a database of the first layout is over, and another one is given",
    arguments: Engine.allCases)
  func firstLayout(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    let (_, token) = try fixture.device()
    let caller = try fixture.caller(token)
    let before = try fixture.call { try $0.challenge(for: caller, at: $1) }
    let connection = try fixture.address.connect()
    try connection.run("DELETE FROM migration WHERE name LIKE '2 %'")
    try connection.run(
      "UPDATE challenge SET questions = $1",
      [.text(#"[{"question_id": "q1", "prompt": "1 + 1", "answer": 2}]"#)])
    let store = try fixture.another()
    #expect(throws: FamilyError.self) {
      try store.transaction {
        try store.submit(
          [Answer(questionID: "q1", value: 2)], to: before.id, from: caller, at: fixture.now)
      }
    }
    let after = try store.transaction { try store.challenge(for: caller, at: fixture.now) }
    #expect(after.isNew && after.id != before.id)
  }

  @Test(
    "one that can't be answered any more says why",
    arguments: [
      ("2025-01-06T12:09", nil), ("2025-01-06T12:10", FamilyError.Code.challengeExpired),
      ("2025-01-07T12:00", .challengeWrongDay),
    ])
  func late(time: String, expected: FamilyError.Code?) throws {
    guard let fixture = try StoreFixture(.sqlite) else { return }
    defer { fixture.scratch.cleanUp() }
    let (_, token) = try fixture.device()
    let caller = try fixture.caller(token)
    let challenge = try fixture.call { try $0.challenge(for: caller, at: $1) }
    let answers = challenge.questions.map { Answer(questionID: $0.id, value: $0.answer) }
    try fixture.go(to: time)
    let refusal = try fixture.refusal {
      try $0.submit(answers, to: challenge.id, from: caller, at: $1)
    }
    #expect(refusal?.code == expected)
  }

  @Test("any change of the policy, another child's too, ends the open ones")
  func superseded() throws {
    guard let fixture = try StoreFixture(.sqlite) else { return }
    defer { fixture.scratch.cleanUp() }
    let (_, token) = try fixture.device()
    let (ben, _) = try fixture.device("Ben")
    let before = try fixture.caller(token)
    let challenge = try fixture.call { try $0.challenge(for: before, at: $1) }
    try fixture.call { store, _ in
      _ = try store.setOverrides(
        try PolicyOverrides(fields: ["daily_limit_minutes": .number(5)]), of: ben.id,
        in: fixture.family, expecting: 1)
    }
    let caller = try fixture.caller(token)
    let refusal = try fixture.refusal { try $0.submit([], to: challenge.id, from: caller, at: $1) }
    #expect(refusal?.code == .challengeSuperseded)
  }

  @Test("a submission that doesn't answer every question exactly once consumes nothing")
  func malformed() throws {
    guard let fixture = try StoreFixture(.sqlite) else { return }
    defer { fixture.scratch.cleanUp() }
    let (_, token) = try fixture.device()
    let caller = try fixture.caller(token)
    let challenge = try fixture.call { try $0.challenge(for: caller, at: $1) }
    let right = challenge.questions.map { Answer(questionID: $0.id, value: $0.answer) }
    let stranger = Answer(questionID: "nobody", value: 1)
    for answers in [[], Array(right.dropLast()), right + [right[0]], right + [stranger]] {
      let refusal = try fixture.refusal {
        try $0.submit(answers, to: challenge.id, from: caller, at: $1)
      }
      #expect(refusal?.code == .invalid)
      #expect(refusal?.problems.isEmpty == false)
    }
    let result = try fixture.call { try $0.submit(right, to: challenge.id, from: caller, at: $1) }
    #expect(result.passed && result.awardedMinutes == 15)
  }

  @Test("a device is given a hundred on a day, and is told when there are more")
  func bounded() throws {
    guard let fixture = try StoreFixture(.sqlite) else { return }
    defer { fixture.scratch.cleanUp() }
    try fixture.change(["challenge_questions": .number(1)])
    let (_, token) = try fixture.device()
    for _ in 0..<FamilyStore.mostChallenges { _ = try fixture.pass(token, wrongly: true) }
    let caller = try fixture.caller(token)
    let refusal = try fixture.refusal { try $0.challenge(for: caller, at: $1) }
    #expect(refusal?.code == .tooMany)
    #expect(refusal?.retryAfter == 12 * 3600 + 1)
    let (_, other) = try fixture.device("Ben")
    #expect(try fixture.pass(other).awardedMinutes == 15)
    try fixture.go(to: "2025-01-07T00:00")
    #expect(try fixture.pass(token).awardedMinutes == 15)
  }

  @Test(
    "asks what the policy says: so many different sums, of these kinds, within this size",
    arguments: ChallengeOperation.allCases)
  func questions(operation: ChallengeOperation) throws {
    guard let fixture = try StoreFixture(.sqlite, test: "questions") else { return }
    defer { fixture.scratch.cleanUp() }
    try fixture.change([
      "challenge_operations": .texts([operation.rawValue]), "challenge_max_operand": .number(9),
      "challenge_questions": .number(30),
    ])
    let caller = try fixture.caller(try fixture.device().token)
    let questions = try fixture.call { try $0.challenge(for: caller, at: $1).questions }
    #expect(Set(questions.map(\.prompt)).count == 30 && Set(questions.map(\.id)).count == 30)
    for question in questions {
      let words = question.prompt.split(separator: " ")
      let (left, right) = (try #require(Int(words[0])), try #require(Int(words[2])))
      #expect((0...9).contains(left) && (0...9).contains(right))
      switch operation {
      case .add: #expect(words[1] == "+" && question.answer == left + right)
      case .subtract: #expect(words[1] == "−" && question.answer == left - right && left >= right)
      case .multiply: #expect(words[1] == "×" && question.answer == left * right)
      }
    }
  }
}
