import CivilTime
import Foundation
import PolicyCore
import Testing

@Suite("What a child's machine does")
struct VerdictTests {
  private func snapshot(
    _ changes: [String: PolicyValue] = [:], day: String = "2025-01-06", earned: Int = 0,
    revision: Int = 1
  ) throws -> FamilySnapshot {
    FamilySnapshot(
      deviceID: "device", childID: "child", childName: "Mia", policyRevision: revision,
      policy: try policy(changes), day: try CivilDate(parsing: day), earnedMinutes: earned,
      serverTime: 0)
  }

  private func verdict(
    _ snapshot: FamilySnapshot, used: Int = 0, isMonitoring: Bool = true, at time: String
  ) throws -> DeviceVerdict {
    DeviceVerdict.of(
      snapshot, usedMinutes: used, isMonitoring: isMonitoring,
      at: try snapshot.policy.zone.instant(parsing: time))
  }

  @Test(
    "minutes count down to the shield",
    arguments: [(0, DeviceVerdict.open(minutesLeft: 60)), (59, .open(minutesLeft: 1))])
  func counting(used: Int, expected: DeviceVerdict) throws {
    #expect(try verdict(snapshot(), used: used, at: "2025-01-06T12:00") == expected)
  }

  @Test("the minutes of the day are used", arguments: [60, 61, 1440])
  func used(minutes: Int) throws {
    #expect(
      try verdict(snapshot(), used: minutes, at: "2025-01-06T12:00")
        == .shielded(.allowanceReached))
  }

  @Test(
    "outside of the allowed hours nothing is open, however much is left",
    arguments: ["2025-01-06T06:59", "2025-01-06T20:00", "2025-01-06T00:00"])
  func hours(time: String) throws {
    #expect(try verdict(snapshot(), at: time) == .shielded(.outsideAllowedHours))
  }

  @Test("allowed hours may cross midnight, and equal edges are the whole day")
  func windows() throws {
    let night = try snapshot(["allowed_start": .text("22:00"), "allowed_end": .text("02:00")])
    #expect(try !verdict(night, at: "2025-01-07T01:59").isShielded)
    #expect(try verdict(night, at: "2025-01-07T02:00").isShielded)
    let always = try snapshot(["allowed_start": .text("05:00"), "allowed_end": .text("05:00")])
    for hour in ["00:00", "04:59", "05:00", "23:59"] {
      #expect(try !verdict(always, at: "2025-01-06T\(hour)").isShielded)
    }
  }

  @Test("a monitor that could not be registered shields, whatever the clock says")
  func monitoring() throws {
    #expect(
      try verdict(snapshot(), isMonitoring: false, at: "2025-01-06T12:00")
        == .shielded(.monitoringFailed))
  }

  @Test("what was earned holds on its day only; the base holds on any day without a server")
  func bonus() throws {
    let earned = try snapshot(earned: 15)
    #expect(try verdict(earned, used: 60, at: "2025-01-06T12:00") == .open(minutesLeft: 15))
    for day in ["2025-01-07", "2025-01-09"] {
      #expect(try verdict(earned, at: "\(day)T12:00") == .open(minutesLeft: 60))
      #expect(
        try verdict(earned, used: 60, at: "\(day)T12:00") == .shielded(.allowanceReached))
    }
  }

  @Test(
    "the bonus ends with the family's day, which has 23, 24 or 25 hours",
    arguments: ["2025-03-30", "2025-06-01", "2025-10-26"])
  func zone(day: String) throws {
    let always = ["allowed_start": PolicyValue.text("00:00"), "allowed_end": .text("00:00")]
    let snapshot = try snapshot(always, day: day, earned: 15)
    let zone = snapshot.policy.zone
    let midnight = zone.startOfDay(snapshot.day.adding(days: 1))
    let second = Duration.seconds(1)
    for (instant, allowance) in [
      (zone.startOfDay(snapshot.day) - second, 60), (zone.startOfDay(snapshot.day), 75),
      (midnight - second, 75), (midnight, 60),
    ] {
      #expect(
        DeviceVerdict.of(snapshot, usedMinutes: 0, isMonitoring: true, at: instant)
          == .open(minutesLeft: allowance))
    }
  }

  @Test(
    "equal edges leave no minute out, on days with a missing or a doubled hour either",
    arguments: ["00:00", "02:30", "03:00", "12:00"])
  func wholeDay(edge: String) throws {
    let always = try snapshot(["allowed_start": .text(edge), "allowed_end": .text(edge)])
    for day in ["2025-03-29", "2025-10-25"] {
      let start = always.policy.zone.startOfDay(try CivilDate(parsing: day))
      for minute in stride(from: 0, to: 3 * 1440, by: 10) {
        #expect(
          DeviceVerdict.of(
            always, usedMinutes: 0, isMonitoring: true, at: start + .seconds(minute * 60))
            == .open(minutesLeft: 60), "\(day) and \(minute) minutes")
      }
    }
  }

  @Test("more use, less earned, or nobody watching never opens what was shielded")
  func monotonic() throws {
    var source = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let limit = Int.random(in: 0...120, using: &source)
      let cap = Int.random(in: 0...120, using: &source)
      let hours = (0..<2).map { _ in String(format: "%02d:00", Int.random(in: 0..<24)) }
      let fields: [String: PolicyValue] = [
        "daily_limit_minutes": .number(limit), "daily_bonus_cap_minutes": .number(cap),
        "allowed_start": .text(hours[0]), "allowed_end": .text(hours[1]),
      ]
      let earned = Int.random(in: 0...150, using: &source)
      let (more, less) = (
        try snapshot(fields, earned: earned),
        try snapshot(fields, earned: Int.random(in: 0...earned, using: &source))
      )
      let used = Int.random(in: 0...240, using: &source)
      let instant =
        more.policy.zone.startOfDay(more.day)
        + .seconds(Int.random(in: 0..<86_400, using: &source))
      let watched = Bool.random(using: &source)
      let lenient = DeviceVerdict.of(more, usedMinutes: used, isMonitoring: true, at: instant)
      let strict = DeviceVerdict.of(
        less, usedMinutes: used + Int.random(in: 0...60, using: &source), isMonitoring: watched,
        at: instant)
      #expect(strict.minutesLeft <= lenient.minutesLeft)
      #expect(!lenient.isShielded || strict.isShielded)
      // Never more than the base and the cap, whatever anybody says was earned.
      #expect(lenient.minutesLeft <= max(0, limit + cap - used))
    }
  }

  @Test("a base of nothing is shielded from the start of the day, until something is earned")
  func zero() throws {
    let none = ["daily_limit_minutes": PolicyValue.number(0)]
    #expect(try verdict(snapshot(none), at: "2025-01-06T07:00") == .shielded(.allowanceReached))
    #expect(
      try verdict(snapshot(none, earned: 15), at: "2025-01-06T07:00") == .open(minutesLeft: 15))
  }

  @Test(
    "a snapshot of another device, of an older revision or day, or of an unknown shape is refused")
  func snapshots() throws {
    let kept = try snapshot(revision: 5)
    func refusal(_ new: FamilySnapshot, for device: String = "device") -> SnapshotRefusal? {
      do {
        try new.check(for: device, after: kept)
        return nil
      } catch { return error }
    }
    #expect(try refusal(snapshot(revision: 5)) == nil)
    #expect(try refusal(snapshot(day: "2025-01-07", revision: 5)) == nil)
    #expect(try refusal(snapshot(day: "2025-01-05", revision: 6)) == nil)
    #expect(try refusal(snapshot(revision: 4)) == .lowerRevision(4, kept: 5))
    #expect(
      try refusal(snapshot(day: "2025-01-05", revision: 5))
        == .earlierDay("2025-01-05", kept: "2025-01-06"))
    #expect(try refusal(snapshot(revision: 9), for: "other") == .anotherDevice("device"))
  }
}
