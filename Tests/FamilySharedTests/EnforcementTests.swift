import FamilyShared
import PolicyCore
import ScreenTimeTesting
import Testing

@Suite("A child's machine")
struct EnforcementTests {
  private func machine(
    _ changes: [String: PolicyValue] = [:], at time: String = "2025-01-06T08:00",
    zone: String = "Europe/Berlin"
  ) throws -> ChildMachine {
    let machine = try ChildMachine(at: time, zone: zone)
    try machine.select(ChildMachine.game)
    try machine.receive(changes)
    return machine
  }

  @Test(
    "minutes count up to the shield, a reward goes on from there, and the next day is a new one")
  func day() throws {
    let machine = try machine()
    defer { machine.platform.end() }
    try machine.play(59)
    #expect(try !machine.isShielded)
    try machine.play(1)
    #expect(try machine.isShielded)
    #expect(try machine.platform.shield(of: ChildMachine.game)?.title == "Time's up for today")
    #expect(
      try machine.platform.shield(of: ChildMachine.game)?.subtitle
        == "Answer 10 questions to earn 15 minutes: family-device challenge")

    try machine.receive(earned: 15)
    #expect(try !machine.isShielded)
    try machine.play(14)
    #expect(try !machine.isShielded)
    try machine.play(1)
    #expect(try machine.isShielded)

    try machine.platform.advance(to: "2025-01-07T07:00")
    #expect(try !machine.isShielded)
    try machine.play(60)
    // What was earned yesterday is no part of today.
    #expect(try machine.isShielded)
  }

  @Test("what was used before a new plan counts in it")
  func pastUse() throws {
    let machine = try machine()
    defer { machine.platform.end() }
    try machine.play(50)
    try machine.receive(["daily_limit_minutes": .number(40)])
    #expect(try machine.isShielded)
    try machine.receive(["daily_limit_minutes": .number(55)])
    #expect(try !machine.isShielded)
    try machine.play(5)
    #expect(try machine.isShielded)
  }

  @Test("outside of the allowed hours nothing is open")
  func hours() throws {
    let machine = try machine(at: "2025-01-06T06:00")
    defer { machine.platform.end() }
    #expect(try machine.isShielded)
    #expect(
      try machine.platform.shield(of: ChildMachine.game)?.subtitle == "Allowed from 07:00 to 20:00."
    )
    try machine.platform.advance(to: "2025-01-06T07:00")
    #expect(try !machine.isShielded)
    try machine.platform.advance(to: "2025-01-06T20:00")
    #expect(try machine.isShielded)
  }

  @Test("hours that cross midnight are two days' minutes, each its own")
  func acrossMidnight() throws {
    let machine = try machine(
      [
        "allowed_start": .text("22:00"), "allowed_end": .text("02:00"),
        "daily_limit_minutes": .number(90),
      ], at: "2025-01-06T22:00")
    defer { machine.platform.end() }
    try machine.play(90)
    #expect(try machine.isShielded)
    try machine.platform.advance(to: "2025-01-07T00:00")
    #expect(try !machine.isShielded)
    try machine.play(30)
    #expect(try !machine.isShielded)
    try machine.platform.advance(to: "2025-01-07T22:00")
    try machine.play(59)
    #expect(try !machine.isShielded)
    try machine.play(1)
    #expect(try machine.isShielded)
  }

  @Test("the day is the family's, wherever the machine is")
  func zone() throws {
    let machine = try machine(
      ["allowed_start": .text("00:00"), "allowed_end": .text("00:00")],
      at: "2025-01-06T08:00", zone: "America/New_York")
    defer { machine.platform.end() }
    try machine.play(60)
    #expect(try machine.isShielded)
    // Midnight in Berlin.
    try machine.platform.advance(to: "2025-01-06T18:00")
    #expect(try !machine.isShielded)
    try machine.play(60)
    #expect(try machine.isShielded)
    try machine.platform.travel(to: "Asia/Tokyo")
    try machine.look()
    #expect(try machine.isShielded)
  }

  @Test("a day without free minutes is shielded from its start, until something is earned")
  func nothingFree() throws {
    let machine = try machine(["daily_limit_minutes": .number(0)])
    defer { machine.platform.end() }
    #expect(try machine.isShielded)
    try machine.receive(earned: 15)
    #expect(try !machine.isShielded)
    try machine.play(15)
    #expect(try machine.isShielded)
    try machine.platform.advance(to: "2025-01-07T07:00")
    #expect(try machine.isShielded)
  }

  @Test("without a server the base holds for days")
  func alone() throws {
    let machine = try machine()
    defer { machine.platform.end() }
    for day in 7...9 {
      try machine.platform.advance(to: "2025-01-0\(day)T10:00")
      try machine.play(59)
      #expect(try !machine.isShielded)
      try machine.play(1)
      #expect(try machine.isShielded)
    }
  }

  @Test("callbacks that are late, doubled or out of order never give time back")
  func trouble() throws {
    for trouble in [CallbackTrouble.twice, .reversed, .late(by: .minutes(3))] {
      let machine = try machine()
      defer { machine.platform.end() }
      try machine.platform.callbacksCome(trouble)
      try machine.play(70)
      try machine.platform.advance(by: .minutes(5))
      try machine.look()
      #expect(try machine.isShielded)
      #expect(try machine.state().usage.days.map(\.minutes) == [60])
    }
  }

  @Test("thresholds that are all reported at the day's start are not believed")
  func allAtStart() throws {
    let machine = try machine()
    defer { machine.platform.end() }
    try machine.platform.callbacksCome(.allAtStart)
    try machine.platform.advance(to: "2025-01-07T07:00")
    #expect(try machine.state().usage.days.isEmpty)
    #expect(try !machine.isShielded)
  }

  @Test("nothing is shielded before a parent has selected anything, and nothing else ever is")
  func selection() throws {
    let machine = try ChildMachine(at: "2025-01-06T23:00")
    defer { machine.platform.end() }
    try machine.receive()
    try machine.platform.expectShielded()
    try machine.select(ChildMachine.game)
    try machine.platform.expectShielded(ChildMachine.game)
    try machine.select()
    try machine.platform.expectShielded()
  }
}
