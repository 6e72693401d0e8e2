import Bus
import DeviceActivity
import Foundation
import ScreenTimeClient
import ScreenTimeProtocol
import Testing

@Suite("Schedules and thresholds")
struct DeviceActivityScheduleTests {
  /// A schedule, and the interval that the service must be given for it.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let start: DateComponents
    let end: DateComponents
    var repeats = true
    let interval: String

    var testDescription: String { name }
  }

  static let acceptedCases = [
    Case(
      name: "every day", start: DateComponents(hour: 9, minute: 0),
      end: DateComponents(hour: 17, minute: 30),
      interval: #"{"daily":{"from":"09:00","repeats":true,"to":"17:30"}}"#),
    Case(
      name: "every day with seconds, and an hour alone", start: DateComponents(hour: 0),
      end: DateComponents(hour: 23, minute: 59, second: 59),
      interval: #"{"daily":{"from":"00:00","repeats":true,"to":"23:59:59"}}"#),
    Case(
      name: "over midnight", start: DateComponents(hour: 22), end: DateComponents(hour: 6),
      interval: #"{"daily":{"from":"22:00","repeats":true,"to":"06:00"}}"#),
    Case(
      name: "the same reading twice", start: DateComponents(hour: 7), end: DateComponents(hour: 7),
      interval: #"{"daily":{"from":"07:00","repeats":true,"to":"07:00"}}"#),
    Case(
      name: "once, today or tomorrow", start: DateComponents(hour: 9),
      end: DateComponents(hour: 10), repeats: false,
      interval: #"{"daily":{"from":"09:00","repeats":false,"to":"10:00"}}"#),
    Case(
      name: "every Monday", start: DateComponents(hour: 9, weekday: 2),
      end: DateComponents(hour: 17, weekday: 2),
      interval: #"{"daily":{"from":"09:00","repeats":true,"to":"17:00","weekday":2}}"#),
    Case(
      name: "from Saturday into Sunday", start: DateComponents(hour: 22, weekday: 7),
      end: DateComponents(hour: 6, weekday: 1),
      interval: #"{"daily":{"from":"22:00","repeats":true,"to":"06:00","weekday":7}}"#),
    Case(
      name: "between two dates",
      start: DateComponents(year: 2025, month: 1, day: 6, hour: 23, minute: 50),
      end: DateComponents(year: 2025, month: 1, day: 7, hour: 0, minute: 5), repeats: false,
      interval: #"{"dated":{"fromDate":"2025-01-06","fromTime":"23:50","toDate":"2025-01-07","#
        + #""toTime":"00:05"}}"#),
  ]

  @Test("a schedule means to the service what its components say", arguments: acceptedCases)
  func accepted(_ given: Case) throws {
    let schedule = DeviceActivitySchedule(
      intervalStart: given.start, intervalEnd: given.end, repeats: given.repeats)
    let sent = try start(schedule)
    #expect(sent.contains(#""schedule":{"interval":\#(given.interval)}"#), "\(sent)")
  }

  @Test(
    "a schedule that the service keeps is read back as it was written", arguments: acceptedCases)
  func readBack(_ given: Case) throws {
    let schedule = DeviceActivitySchedule(
      intervalStart: given.start, intervalEnd: given.end, repeats: given.repeats,
      warningTime: DateComponents(minute: 5))
    try withRecording { effects in
      let center = DeviceActivityCenter()
      try center.startMonitoring(DeviceActivityName("a"), during: schedule)
      let kept = try #require(center.schedule(for: DeviceActivityName("a")))
      #expect(kept.repeats == given.repeats)
      #expect(kept.warningTime == DateComponents(second: 300))
      try center.startMonitoring(DeviceActivityName("b"), during: kept)
      let monitored = try center.monitored()
      #expect(
        monitored[DeviceActivityName("a")]?.schedule == monitored[DeviceActivityName("b")]?.schedule
      )
    }
  }

  static let refusedCases = [
    Case(
      name: "no hour", start: DateComponents(minute: 30), end: DateComponents(hour: 9),
      interval: "start of a schedule has no hour"),
    Case(
      name: "nothing", start: DateComponents(hour: 9), end: DateComponents(),
      interval: "end of a schedule has no hour"),
    Case(
      name: "24:00", start: DateComponents(hour: 9), end: DateComponents(hour: 24),
      interval: "no clock shows 24:00:00"),
    Case(
      name: "a minute too many", start: DateComponents(hour: 9, minute: 60),
      end: DateComponents(hour: 10), interval: "no clock shows 09:60:00"),
    Case(
      name: "a negative hour", start: DateComponents(hour: -1), end: DateComponents(hour: 10),
      interval: "no clock shows"),
    Case(
      name: "weekday 8", start: DateComponents(hour: 9, weekday: 8),
      end: DateComponents(hour: 10, weekday: 8), interval: "weekday 8"),
    Case(
      name: "weekday 0", start: DateComponents(hour: 9, weekday: 0),
      end: DateComponents(hour: 10, weekday: 0), interval: "weekday 0"),
    Case(
      name: "a weekday at one end only", start: DateComponents(hour: 9, weekday: 2),
      end: DateComponents(hour: 10), interval: "in different ways"),
    Case(
      name: "several days of the week", start: DateComponents(hour: 9, weekday: 2),
      end: DateComponents(hour: 17, weekday: 4), interval: "at most 24 hours"),
    Case(
      name: "a whole week back to the same day", start: DateComponents(hour: 9, weekday: 2),
      end: DateComponents(hour: 8, weekday: 2), interval: "at most 24 hours"),
    Case(
      name: "a date and a weekday",
      start: DateComponents(year: 2025, month: 1, day: 6, hour: 9, weekday: 2),
      end: DateComponents(year: 2025, month: 1, day: 6, hour: 10, weekday: 2), repeats: false,
      interval: "one of the two"),
    Case(
      name: "a part of a date", start: DateComponents(day: 6, hour: 9),
      end: DateComponents(day: 6, hour: 10), repeats: false, interval: "a part of a date"),
    Case(
      name: "a day that the calendar doesn't have",
      start: DateComponents(year: 2025, month: 2, day: 30, hour: 9),
      end: DateComponents(year: 2025, month: 3, day: 1, hour: 9), repeats: false,
      interval: "2025-02-30"),
    Case(
      name: "dates that repeat", start: DateComponents(year: 2025, month: 1, day: 6, hour: 9),
      end: DateComponents(year: 2025, month: 1, day: 6, hour: 10), interval: "cannot repeat"),
    Case(
      name: "an end before the start",
      start: DateComponents(year: 2025, month: 1, day: 6, hour: 9),
      end: DateComponents(year: 2025, month: 1, day: 6, hour: 9), repeats: false,
      interval: "not after its start"),
    Case(
      name: "a week of the year", start: DateComponents(hour: 9, weekOfYear: 3),
      end: DateComponents(hour: 10, weekOfYear: 3), interval: "weekOfYear"),
    Case(
      name: "a zone of its own",
      start: DateComponents(timeZone: TimeZone(secondsFromGMT: 3600), hour: 9),
      end: DateComponents(hour: 10), interval: "time zone"),
  ]

  @Test(
    "a schedule that names no time, or none that can be kept, is refused", arguments: refusedCases)
  func refused(_ given: Case) throws {
    let schedule = DeviceActivitySchedule(
      intervalStart: given.start, intervalEnd: given.end, repeats: given.repeats)
    let error = #expect(throws: MonitoringError.self) { try start(schedule) }
    guard case .invalidDateComponents(let sentence) = error else {
      Issue.record("\(String(describing: error)) is of another kind")
      return
    }
    #expect(sentence.contains(given.interval))
  }

  @Test(
    "a length of time is the sum of its days, hours, minutes and seconds",
    arguments: [
      (DateComponents(minute: 45), 2700), (DateComponents(minute: 90), 5400),
      (DateComponents(hour: 1, minute: 30), 5400), (DateComponents(second: 1), 1),
      (DateComponents(day: 1, hour: 0), 86_400),
    ])
  func lengths(components: DateComponents, seconds: Int) throws {
    let sent = try start(nineToFive(warning: components), threshold: components)
    #expect(sent.contains(#""thresholdSeconds":\#(seconds)"#))
    #expect(sent.contains(#""warningSeconds":\#(seconds)"#))
  }

  @Test(
    "what is no length of time is refused as a threshold and as a warning",
    arguments: [
      DateComponents(), DateComponents(minute: 0), DateComponents(minute: -5),
      DateComponents(hour: 1, minute: -5), DateComponents(month: 1), DateComponents(weekday: 2),
      DateComponents(second: Int.max), DateComponents(minute: 1, nanosecond: 5),
    ])
  func noLengths(components: DateComponents) {
    for threshold in [true, false] {
      let error = #expect(throws: MonitoringError.self) {
        try start(
          nineToFive(warning: threshold ? nil : components),
          threshold: threshold ? components : DateComponents(minute: 1))
      }
      #expect(error?.code == "invalidDateComponents")
    }
  }

  private func nineToFive(warning: DateComponents?) -> DeviceActivitySchedule {
    DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 9), intervalEnd: DateComponents(hour: 17),
      repeats: true, warningTime: warning)
  }

  /// Starts to monitor, and hands back what the service would have been sent.
  @discardableResult
  private func start(
    _ schedule: DeviceActivitySchedule, threshold: DateComponents? = nil
  ) throws -> String {
    try withRecording { effects in
      let events = threshold.map {
        [DeviceActivityEvent.Name("event"): DeviceActivityEvent(threshold: $0)]
      }
      try DeviceActivityCenter().startMonitoring(
        DeviceActivityName("activity"), during: schedule, events: events ?? [:])
      return sortedJSON(effects.effects)
    }
  }
}

/// Runs `body` with a session that records.
func withRecording<Result>(_ body: (RecordedEffects) throws -> Result) throws -> Result {
  let effects = RecordedEffects(
    clock: ClockReading(now: callback().now, zone: "UTC", isVirtual: true))
  let session = ScreenTimeSession(recording: effects, group: Fixture.group)
  return try ScreenTimeSession.withCurrent(session) { try body(effects) }
}
