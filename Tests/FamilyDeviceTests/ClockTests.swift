import CompactJSON
import FamilyShared
import PolicyCore
import ScreenTimeTesting
import TestSupport
import Testing

@Suite("A child's machine and what its clock says")
struct ClockTests {
  @Test(
    "three days without the server: each has its base and its hours, and no bonus of another day")
  func withoutServer() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    try house.setPolicy([
      "allowed_start": .text("08:00"), "allowed_end": .text("20:00"),
      "challenge_questions": .integer(1),
    ])
    #expect(try house.device("sync").status == 0)
    try house.play(60)
    #expect(try house.device("challenge", input: try house.answer()).status == 0)
    try house.play(14)
    #expect(try !house.isShielded)
    try house.play(1)
    #expect(try house.isShielded)
    try house.stopServer()
    for day in 1...3 {
      try house.platform.advance(to: "07:59")
      #expect(try house.isShielded, "day \(day)")
      try house.platform.advance(to: "08:00")
      try house.play(59)
      #expect(try !house.isShielded, "day \(day)")
      try house.play(1)
      #expect(try house.isShielded, "day \(day): what was earned holds on its day only")
      let sync = try house.device("sync")
      #expect(sync.status == 69 && sync.err.contains("could not reach"), "\(sync.err)")
      #expect(try house.isShielded, "day \(day)")
    }
    try house.platform.advance(to: "08:00")
    try house.play(10)
    try house.platform.advance(to: "20:00")
    #expect(try house.isShielded, "the hours end too")
    try house.startServer()
    _ = try house.device("sync")
    #expect(try house.isShielded)
    let told = try house.seen()[at: "last_status"]
    #expect(told[at: "observed_minutes"].number == 10)
  }

  @Test(
    "a clock that is a day off enforces by its own days, counts no bonus of another, and says so",
    arguments: [-1, 1])
  func dayOff(days: Int) throws {
    let house = try Household(daysOff: days)
    defer { house.end() }
    try house.pair()
    try house.setPolicy(["challenge_questions": .integer(1)])
    let sync = try house.device("sync")
    #expect(sync.status == 0 && sync.out.contains("Mind the clock"), "\(sync.out) \(sync.err)")
    #expect(
      try house.seen()[at: "last_status"][at: "detail"].asText.contains("the server's day is"))
    try house.play(60)
    #expect(try house.isShielded)
    // The server knows its own day, and this machine's clock decides nothing there.
    let earned = try house.device("challenge", input: try house.answer())
    #expect(earned.out.contains("15 minutes earned"), "\(earned.out) \(earned.err)")
    #expect(try house.earned() == 15)
    #expect(try house.isShielded, "what was earned counts on the server's day")
    if days < 0 {
      // When its own day comes to be that day, it counts.
      try house.platform.advance(by: .seconds(86_400))
      try house.play(74)
      #expect(try !house.isShielded)
      try house.play(1)
      #expect(try house.isShielded)
    }
  }

  @Test("somebody who sets the clock forward gets no day's minutes before both clocks name it")
  func setForward() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    try house.play(60)
    #expect(try house.isShielded)
    try house.platform.setClock(forward: .seconds(86_400))
    _ = try house.device("sync")
    #expect(try house.isShielded)
    try house.platform.setClock(forward: .seconds(-86_400))
    _ = try house.device("sync")
    #expect(try house.isShielded)
  }

  @Test("a zone that the family changes moves everybody's day, and what was used stays used")
  func changedZone() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    try house.play(60)
    #expect(try house.isShielded)
    // Noon in UTC is two in the night of the next day there.
    try house.setPolicy(["timezone": .text("Pacific/Kiritimati")])
    _ = try house.device("sync")
    #expect(try house.known().plan?.policy.zone.identifier == "Pacific/Kiritimati")
    #expect(try house.isShielded, "the hours since that midnight are its day's, and were used")
    try house.platform.travel(to: "America/New_York")
    _ = try house.device("sync")
    #expect(try house.isShielded, "where the machine is changes nothing")
  }

  @Test(
    "midnight between a challenge and its answer: the answer counts no more, and nothing is given")
  func midnight() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    try house.play(60)
    try house.platform.advance(to: "23:59")
    house.relay.have(
      "/submit",
      .answered(
        status: 409, body: #"{"error": {"code": "challenge_wrong_day", "message": "over"}}"#))
    try house.setPolicy(["challenge_questions": .integer(1)])
    #expect(try house.device("sync").status == 0)
    let late = try house.device("challenge", input: "1\n")
    #expect(late.status == 1 && late.err.contains("a new day has begun"), "\(late.err)")
    try house.platform.advance(to: "00:00")
    // The new day has its base, and nothing else.
    try house.play(59)
    #expect(try !house.isShielded)
    try house.play(1)
    #expect(try house.isShielded)
  }
}
