import Bus
import CivilTime
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import Testing

@Suite("Limits")
struct LimitTests {
  @Test("the fifty-first store is refused under the limits of iOS, with both numbers")
  func stores() throws {
    let fixture = try Fixture(limits: .ios)
    let client = fixture.client()
    for number in 1...50 { try client.shield("s\(number)", ["org.test.Chess"]) }
    let error = #expect(throws: BusError.self) { try client.shield("s51", ["org.test.Chess"]) }
    #expect(error?.code == .overLimit)
    #expect(error?.message.contains("51") == true)
    #expect(error?.message.contains("50") == true)
    #expect(try client.ask(StoreRead(store: "s51")).settings.isEmpty)
    try client.shield("s1", [])
    try client.shield("s51", ["org.test.Chess"])
  }

  @Test("a field with fifty-one tokens is refused whole under the limits of iOS")
  func tokens() throws {
    let fixture = try Fixture(limits: .ios)
    let apps = (1...51).map { "org.test.App\($0)" }
    let error = #expect(throws: BusError.self) { try fixture.client().shield("one", apps) }
    #expect(error?.code == .overLimit)
    #expect(fixture.backend.blocked.isEmpty)
    try fixture.client().shield("one", Array(apps.dropLast()))
  }

  @Test(
    "intervals keep to the limits in force",
    arguments: [
      (PlatformLimits.linux, "09:00", "09:01", nil),
      (.linux, "09:00:00", "09:00:59", "intervalTooShort"),
      (.ios, "09:00", "09:15", nil), (.ios, "09:00", "09:14", "intervalTooShort"),
      (.ios, "23:50", "00:05", nil), (.ios, "09:00", "09:00", nil),
    ] as [(PlatformLimits, String, String, String?)])
  func intervals(
    limits: PlatformLimits, from: String, to: String, code: String?
  ) throws {
    let fixture = try Fixture(limits: limits)
    let client = fixture.client()
    guard let code else { return try client.monitor("a", from, to) }
    let error = #expect(throws: BusError.self) { try client.monitor("a", from, to) }
    #expect(error?.code.rawValue == code)
    #expect(try client.ask(ActivityList()).activities.isEmpty)
  }

  @Test("an interval longer than a week is refused under the limits of iOS only")
  func longest() throws {
    for (limits, code) in [(PlatformLimits.linux, nil), (.ios, "intervalTooLong")] {
      let fixture = try Fixture(limits: limits)
      let start = ActivityStart(
        activity: DeviceActivityName("long"),
        schedule: ActivitySchedule(
          interval: .dated(
            fromDate: try CivilDate(parsing: "2025-01-07"), fromTime: .midnight,
            toDate: try CivilDate(parsing: "2025-01-15"), toTime: .midnight)), events: [:])
      let result = Result { () throws(BusError) in try fixture.client().ask(start) }
      #expect(result.failureCode == code)
    }
  }

  @Test("the twenty-first activity is refused under the limits of iOS; replacing one is not")
  func activities() throws {
    let fixture = try Fixture(limits: .ios)
    let client = fixture.client()
    for number in 1...20 { try client.monitor("a\(number)", "09:00", "10:00") }
    let error = #expect(throws: BusError.self) { try client.monitor("a21", "09:00", "10:00") }
    #expect(error?.code == .excessiveActivities)
    #expect(error?.message.contains("21") == true)
    try client.monitor("a20", "10:00", "11:00")
    try fixture.client(group: "group.other").monitor("a21", "09:00", "10:00")
  }

  @Test("an interval that ends before it starts, or has passed, names no time that exists")
  func impossible() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    for (from, to) in [("2025-01-08", "2025-01-07"), ("2025-01-01", "2025-01-02")] {
      let start = ActivityStart(
        activity: DeviceActivityName("x"),
        schedule: ActivitySchedule(
          interval: .dated(
            fromDate: try CivilDate(parsing: from), fromTime: .midnight,
            toDate: try CivilDate(parsing: to), toTime: .midnight)), events: [:])
      let result = Result { () throws(BusError) in try fixture.client().ask(start) }
      #expect(result.failureCode == "invalidDateComponents")
    }
  }

  @Test("a threshold of nothing is refused")
  func threshold() throws {
    let fixture = try Fixture()
    let error = #expect(throws: BusError.self) {
      try fixture.client().monitor(
        "a", "09:00", "10:00", events: ["zero": try minutes(0, "org.test.Chess")])
    }
    #expect(error?.code == .invalid)
  }
}
