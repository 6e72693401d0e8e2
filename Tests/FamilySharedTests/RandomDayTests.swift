import CivilTime
import DeviceActivity
import FamilyShared
import PolicyCore
import ScreenTimeTesting
import Testing

@Suite("Random days on a child's machine")
struct RandomDayTests {
  /// The same numbers for the same seed.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  /// What is told of a story, so that one that fails can be read.
  private struct Story: CustomStringConvertible {
    var steps: [String] = []
    var description: String { steps.suffix(12).joined(separator: ", ") }
  }

  @Test(
    "at every moment the game is shielded exactly when the hours or the minutes say so",
    arguments: 1...4)
  func days(seed: UInt64) throws {
    var dice = Dice(state: seed)
    // Summer time begins on the second day.
    let machine = try ChildMachine(
      at: seed.isMultiple(of: 2) ? "2025-03-29T05:00" : "2025-10-25T05:00")
    defer { machine.platform.end() }
    try machine.select(ChildMachine.game)
    try machine.receive()
    var story = Story()
    for _ in 0..<40 {
      story.steps.append(try step(on: machine, &dice))
      try machine.platform.settle()
      let expected = try hasToBeShielded(machine)
      #expect(try machine.isShielded == expected, "seed \(seed): \(story)")
    }
  }

  /// Does something that happens on such a machine, and says what it was.
  private func step(on machine: ChildMachine, _ dice: inout Dice) throws -> String {
    let minutes = Int.random(in: 1...45, using: &dice)
    switch Int.random(in: 0..<10, using: &dice) {
    case 0...2:
      try machine.play(minutes)
      return "play \(minutes)"
    case 3:
      try machine.platform.advance(by: .minutes(minutes * 11))
      return "wait \(minutes * 11)"
    case 4:
      try machine.receive(earned: minutes)
      return "earned \(minutes)"
    case 5:
      try machine.receive(["daily_limit_minutes": .number(minutes * 2)])
      return "limit \(minutes * 2)"
    case 6:
      let edges = (0..<2).map { _ in "\(Int.random(in: 10...23, using: &dice)):30" }
      try machine.receive(["allowed_start": .text(edges[0]), "allowed_end": .text(edges[1])])
      return "hours \(edges)"
    case 7:
      try machine.platform.app(FamilyIdentity.appGroup) { DeviceActivityCenter().stopMonitoring() }
      try machine.look()
      return "lost plan"
    case 8:
      try machine.platform.killService()
      return "killed service"
    default:
      try machine.platform.callbacksCome(Bool.random(using: &dice) ? .twice : .reversed)
      return "odd callbacks"
    }
  }

  /// What has to be, worked out without any of what the machine does by.
  private func hasToBeShielded(_ machine: ChildMachine) throws -> Bool {
    let (now, snapshot) = (
      try machine.platform.moment(), try #require(try machine.state().snapshot)
    )
    let reading = now.reading.time.secondsFromMidnight
    let hours = snapshot.policy.allowedHours
    let (from, to) = (hours.from.secondsFromMidnight, hours.to.secondsFromMidnight)
    let isAllowed =
      from == to || (from < to ? (from..<to).contains(reading) : reading >= from || reading < to)
    let bonus =
      snapshot.day == now.date
      ? min(snapshot.earnedMinutes, snapshot.policy.dailyBonusCapMinutes) : 0
    let used = try machine.platform.use(of: ChildMachine.game)
    return !isAllowed || used >= .minutes(snapshot.policy.dailyLimitMinutes + bonus)
  }
}
