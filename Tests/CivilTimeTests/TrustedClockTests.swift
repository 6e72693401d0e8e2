import CivilTime
import Testing

@Suite("The trusted clock")
struct TrustedClockTests {
  private static let noon = Instant(seconds: 1_736_164_800)

  /// What the clocks say `uptime` seconds after the start of a machine, with the wall clock `wall`
  /// seconds after noon.
  private func sample(
    wall: Int64, uptime: Int64, boot: String? = "a", synchronised: Bool = false
  ) -> TrustedClock.Sample {
    TrustedClock.Sample(
      wall: Self.noon + .seconds(wall), uptime: .seconds(uptime), boot: boot,
      isSynchronised: synchronised)
  }

  private func record(_ time: Int64, uptime: Int64, boot: String? = "a") -> TrustedClock.Record {
    TrustedClock.Record(
      time: Self.noon + .seconds(time), uptimeMilliseconds: uptime * 1000, boot: boot)
  }

  private func time(_ clock: TrustedClock, uptime: Int64) -> Int64 {
    (clock.time(atUptime: .seconds(uptime)) - Self.noon).wholeSeconds
  }

  @Test("time goes on as the boot-time clock does, whatever the wall clock is set to (C1, C2)")
  func elapsed() {
    var clock = TrustedClock(sample(wall: 0, uptime: 100), after: nil, in: .utc)
    #expect(time(clock, uptime: 160) == 60)
    clock.look(at: sample(wall: 7200, uptime: 160), in: .utc)
    #expect(time(clock, uptime: 160) == 60)
    clock.look(at: sample(wall: -7200, uptime: 220), in: .utc)
    #expect(time(clock, uptime: 220) == 120)
  }

  @Test(
    "more than five minutes apart, before or behind, is suspect, and it ends when they agree (C3)",
    arguments: [
      299: false, 300: false, 301: true, -300: false, -301: true, 34_560_000: true,
      -34_560_000_000: true,
    ] as [Int64: Bool])
  func suspicion(shift: Int64, isSuspect: Bool) {
    var clock = TrustedClock(sample(wall: 0, uptime: 0), after: nil, in: .utc)
    #expect(!clock.isSuspect)
    clock.look(at: sample(wall: shift, uptime: 0), in: .utc)
    #expect(clock.isSuspect == isSuspect)
    clock.look(at: sample(wall: 60, uptime: 60), in: .utc)
    #expect(!clock.isSuspect)
  }

  @Test("small steps don't add up: a wall clock is never followed unless it is synchronised")
  func steps() {
    var clock = TrustedClock(sample(wall: 0, uptime: 0), after: nil, in: .utc)
    for step in 1...10 {
      clock.look(at: sample(wall: Int64(step * 240), uptime: Int64(step)), in: .utc)
    }
    #expect(time(clock, uptime: 10) == 10)
    #expect(clock.isSuspect)
  }

  @Test("a clock that a time server keeps is followed, forwards and backwards (C2)")
  func synchronised() {
    var clock = TrustedClock(sample(wall: 0, uptime: 0), after: nil, in: .utc)
    clock.look(at: sample(wall: 5000, uptime: 10, synchronised: true), in: .utc)
    #expect(time(clock, uptime: 20) == 5010)
    clock.look(at: sample(wall: -5000, uptime: 20, synchronised: true), in: .utc)
    #expect(time(clock, uptime: 20) == -5000)
    #expect(!clock.isSuspect)
    // Setting it by hand afterwards takes the kernel's word away again.
    clock.look(at: sample(wall: 9000, uptime: 30), in: .utc)
    #expect(time(clock, uptime: 30) == -4990)
    #expect(clock.isSuspect)
  }

  @Test("an administrator who accepts the time ends the suspicion")
  func accepted() {
    var clock = TrustedClock(sample(wall: 0, uptime: 0), after: nil, in: .utc)
    clock.look(at: sample(wall: 5000, uptime: 10), in: .utc)
    clock.accept(sample(wall: 5001, uptime: 11))
    #expect(!clock.isSuspect)
    #expect(time(clock, uptime: 12) == 5002)
  }

  @Test(
    "a later life goes on from what was recorded",
    arguments: [
      // Within one life of the machine: what has passed, whatever the wall clock says by now.
      Life(wall: 100, uptime: 200, boot: "a", time: 100, suspect: false),
      Life(wall: 9000, uptime: 200, boot: "a", time: 100, suspect: true),
      Life(wall: -9000, uptime: 200, boot: "a", time: 100, suspect: true),
      // A boot-time clock that went back would be no reason to go back with it.
      Life(wall: 0, uptime: 50, boot: "a", time: 0, suspect: false),
      // Across a reboot: the hardware's clock, but never before the last time recorded.
      Life(wall: 3600, uptime: 10, boot: "b", time: 3600, suspect: false),
      Life(wall: -60, uptime: 10, boot: "b", time: 0, suspect: false),
      Life(wall: -9000, uptime: 10, boot: "b", time: 0, suspect: true),
      Life(wall: 3600, uptime: 500, boot: nil, time: 3600, suspect: false),
    ])
  func restarted(life: Life) {
    let clock = TrustedClock(
      sample(wall: life.wall, uptime: life.uptime, boot: life.boot),
      after: record(0, uptime: 100), in: .utc)
    #expect(time(clock, uptime: life.uptime) == life.time)
    #expect(clock.isSuspect == life.suspect)
  }

  struct Disagreement: Sendable {
    /// How far the wall clock is set ahead at noon, and how much later it is looked at, in hours.
    let shift: Int64
    let later: Int64
    /// How many hours after noon both last named the same day.
    let agreed: Int64
  }

  @Test(
    "the last moment of the same day is known, even where nobody looked just then (C3)",
    arguments: [
      Disagreement(shift: 3, later: 8, agreed: 8), Disagreement(shift: 3, later: 10, agreed: 9),
      Disagreement(shift: 3, later: 13, agreed: 13), Disagreement(shift: 3, later: 34, agreed: 33),
      Disagreement(shift: -3, later: 14, agreed: 12),
      Disagreement(shift: -3, later: 15, agreed: 15),
      Disagreement(shift: -3, later: 37, agreed: 36),
      Disagreement(shift: 24, later: 100, agreed: 0),
      Disagreement(shift: -48, later: 100, agreed: 0),
    ])
  func agreed(row: Disagreement) {
    var clock = TrustedClock(sample(wall: 0, uptime: 0), after: nil, in: .utc)
    let shift = row.shift * 3600
    clock.look(at: sample(wall: shift, uptime: 0), in: .utc)
    clock.look(at: sample(wall: shift + row.later * 3600, uptime: row.later * 3600), in: .utc)
    #expect(clock.isSuspect)
    // A moment that ends with a day is its last millisecond.
    let hours = (clock.agreed + .milliseconds(1) - Self.noon).wholeSeconds / 3600
    #expect(hours == row.agreed)
  }

  @Test("a restart goes on from the day on which both agreed, and accepting the time ends it (C3)")
  func agreedBefore() {
    var before = TrustedClock(sample(wall: 0, uptime: 0), after: nil, in: .utc)
    before.look(at: sample(wall: 86_400, uptime: 0), in: .utc)
    before.look(at: sample(wall: 172_800, uptime: 86_400), in: .utc)
    let now = sample(wall: 259_200, uptime: 172_800)
    var clock = TrustedClock(now, after: before.record(atUptime: .seconds(86_400)), in: .utc)
    #expect(clock.isSuspect)
    #expect(clock.agreed == Self.noon)
    clock.accept(now)
    #expect(clock.agreed == now.wall)
  }

  @Test("what is recorded is the time and where the boot-time clock stood, to the millisecond")
  func recorded() {
    let clock = TrustedClock(sample(wall: 5, uptime: 100), after: nil, in: .utc)
    #expect(
      clock.record(atUptime: .milliseconds(160_250))
        == TrustedClock.Record(
          time: Self.noon + .milliseconds(65_250), uptimeMilliseconds: 160_250, boot: "a"))
  }

  struct Life: Sendable, CustomTestStringConvertible {
    let wall: Int64
    let uptime: Int64
    let boot: String?
    let time: Int64
    let suspect: Bool

    var testDescription: String { "wall \(wall), uptime \(uptime), boot \(boot ?? "-")" }
  }
}
