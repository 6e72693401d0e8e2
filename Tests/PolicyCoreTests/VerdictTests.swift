import CivilTime
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
    _ snapshot: FamilySnapshot, used: Int = 0, usedOn day: String = "2025-01-06",
    isMonitoring: Bool = true, at time: String
  ) throws -> DeviceVerdict {
    let zone = try Zone(identifier: "Europe/Berlin")
    return DeviceVerdict.of(
      snapshot, usage: ObservedUsage(day: try CivilDate(parsing: day), minutes: used),
      isMonitoring: isMonitoring, at: try zone.instant(parsing: time))
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
      #expect(try verdict(earned, used: 60, at: "\(day)T12:00") == .open(minutesLeft: 60))
      #expect(
        try verdict(earned, used: 60, usedOn: day, at: "\(day)T12:00")
          == .shielded(.allowanceReached))
    }
  }

  @Test("the day is the family's, and ends in the night of its zone")
  func zone() throws {
    let always = try snapshot(["allowed_start": .text("00:00"), "allowed_end": .text("00:00")])
    #expect(try verdict(always, used: 60, at: "2025-01-06T23:59").isShielded)
    #expect(try !verdict(always, used: 60, at: "2025-01-07T00:00").isShielded)
  }

  @Test("a base of nothing is shielded from the start of the day, until something is earned")
  func zero() throws {
    let none = ["daily_limit_minutes": PolicyValue.number(0)]
    #expect(try verdict(snapshot(none), at: "2025-01-06T07:00") == .shielded(.allowanceReached))
    #expect(
      try verdict(snapshot(none, earned: 15), at: "2025-01-06T07:00") == .open(minutesLeft: 15))
  }

  @Test("observed minutes only grow within a day, and a new day begins with none")
  func observations() throws {
    let monday = try CivilDate(parsing: "2025-01-06")
    let tuesday = monday.adding(days: 1)
    let seen = ObservedUsage(day: monday, minutes: 30)
    #expect(seen.reaching(45, on: monday).minutes == 45)
    #expect(seen.reaching(30, on: monday) == seen)
    #expect(seen.reaching(15, on: monday) == seen)
    #expect(seen.reaching(15, on: tuesday) == ObservedUsage(day: tuesday, minutes: 15))
    // A clock that was set back brings no second Monday.
    let later = ObservedUsage(day: tuesday, minutes: 5)
    #expect(later.reaching(45, on: monday) == later)
    #expect(later.rolled(to: monday) == later)
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
