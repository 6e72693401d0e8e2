import CivilTime
import Testing

@Suite("Daily windows")
struct WindowTests {
  @Test(
    "windows that touch leave no gap, on any day of the year and in any zone",
    arguments: [
      "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo",
      "America/Santiago", "Pacific/Apia",
    ])
  func touching(name: String) throws {
    let zone = try Zone(identifier: name)
    for edge in stride(from: 0, to: 24 * 60, by: 10) {
      let middle = try TimeOfDay(hour: edge / 60, minute: edge % 60)
      let evening = try TimeOfDay(hour: (edge / 60 + 20) % 24, minute: 0)
      let morning = try TimeOfDay(hour: (edge / 60 + 4) % 24, minute: 30)
      let before = DailyWindow(from: evening, to: middle)
      let after = DailyWindow(from: middle, to: morning)
      for date in ["2011-12-30", "2025-03-09", "2025-03-30", "2025-10-26", "2025-11-02"] {
        for day in -1...1 {
          let start = try CivilDate(parsing: date).adding(days: day)
          let next = before.crossesMidnight ? start.adding(days: 1) : start
          guard let first = before.span(startingOn: start, in: zone),
            let second = after.span(startingOn: next, in: zone)
          else { continue }
          try #require(second.start <= first.end, "\(before), then \(after) on \(next)")
        }
      }
    }
  }

  @Test("a window of 24 hours every day is always open")
  func always() throws {
    for name in ["Europe/Berlin", "America/Santiago", "Pacific/Apia"] {
      let zone = try Zone(identifier: name)
      let window = DailyWindow(from: .midnight, to: .midnight)
      #expect(window.is24Hours && window.crossesMidnight)
      var now = try Instant(parsing: "2011-12-25T00:00:00Z")
      for _ in 0..<2000 {
        let span = window.span(containing: Moment(now, in: zone), days: .everyday)
        try #require(span?.contains(now) == true, "\(name) \(now)")
        now = now + .seconds(1793)
      }
    }
  }

  @Test("a window that the gap swallows is not active that day, and the next start is later")
  func swallowed() throws {
    let zone = try Zone(identifier: "Europe/Berlin")
    let window = DailyWindow(
      from: try TimeOfDay(parsing: "02:10"), to: try TimeOfDay(parsing: "02:50"))
    #expect(window.span(startingOn: try CivilDate(parsing: "2025-03-30"), in: zone) == nil)
    let now = Moment(try zone.instant(parsing: "2025-03-29T23:00"), in: zone)
    #expect(
      window.nextStart(after: now, days: .everyday)
        == (try zone.instant(parsing: "2025-03-31T02:10")))
  }

  @Test("of two windows that hold an instant the one that opened last is meant")
  func latest() throws {
    let zone = try Zone(identifier: "Europe/Berlin")
    let edge = try TimeOfDay(parsing: "02:30")
    let window = DailyWindow(from: edge, to: edge)
    let now = Moment(try zone.instant(parsing: "2025-10-26T02:45+02:00"), in: zone)
    let span = try #require(window.span(containing: now, days: .everyday))
    #expect(span.start == (try zone.instant(parsing: "2025-10-26T02:30+02:00")))
    #expect(span.end == (try zone.instant(parsing: "2025-10-27T02:30")))
  }

  @Test("agrees with trying every date, hour by hour, over the days on which clocks change")
  func bruteForce() throws {
    let windows = try [
      ("09:00", "17:00"), ("22:00", "06:00"), ("02:30", "02:30"), ("23:30", "00:15"),
    ]
    .map { DailyWindow(from: try TimeOfDay(parsing: $0), to: try TimeOfDay(parsing: $1)) }
    let choices: [WeekdaySet] = [.everyday, .weekends, [.sunday], [.monday, .thursday]]
    for name in ["Europe/Berlin", "Australia/Lord_Howe", "Africa/Cairo", "America/Santiago"] {
      let zone = try Zone(identifier: name)
      for first in ["2025-03-25", "2025-04-03", "2025-09-04", "2025-10-24"] {
        let first = try CivilDate(parsing: first)
        for hour in 0..<96 {
          let now = zone.startOfDay(first) + .seconds(hour * 3600 + 900)
          for window in windows {
            for days in choices {
              let spans = (-3...12).map(first.adding).filter { days.contains($0.weekday) }
                .compactMap { window.span(startingOn: $0, in: zone) }
              let moment = Moment(now, in: zone)
              try #require(
                window.span(containing: moment, days: days) == spans.last { $0.contains(now) })
              try #require(
                window.nextStart(after: moment, days: days)
                  == spans.map(\.start).first { $0 > now })
            }
          }
        }
      }
    }
  }

  @Test("no days means never")
  func never() throws {
    let window = DailyWindow(from: .midnight, to: .midnight)
    let now = Moment(try Instant(parsing: "2025-01-06T09:00:00Z"), in: .utc)
    #expect(window.span(containing: now, days: []) == nil)
    #expect(window.nextStart(after: now, days: []) == nil)
  }

  @Test("the next midnight is the next date's first instant, also over a skipped one")
  func midnights() throws {
    let cairo = try Zone(identifier: "Africa/Cairo")
    let evening = Moment(try cairo.instant(parsing: "2025-04-24T23:30"), in: cairo)
    #expect(evening.nextMidnight == (try cairo.instant(parsing: "2025-04-25T01:00")))
    #expect(evening.date.description == "2025-04-24")
  }

  @Test("is written as the screen and as documents have it")
  func text() throws {
    let window = DailyWindow(
      from: try TimeOfDay(parsing: "09:00"), to: try TimeOfDay(parsing: "17:00"))
    #expect(window.description == "09:00 – 17:00")
    #expect(try Coding.json(window) == #"{"from":"09:00","to":"17:00"}"#)
    #expect(try Coding.roundTrip(window) == window)
  }
}
