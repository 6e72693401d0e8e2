import CivilTime
import Foundation
import Testing

@testable import CivilTime

@Suite("Zones")
struct ZoneTests {
  /// A row: zone, date, and how long it is in minutes.
  @Test(
    "a day on which clocks change is shorter or longer",
    arguments: [
      ("UTC", "2025-03-30", 1440), ("Europe/Berlin", "2025-03-29", 1440),
      ("Europe/Berlin", "2025-03-30", 1380), ("Europe/Berlin", "2025-10-26", 1500),
      ("America/New_York", "2025-03-09", 1380), ("America/New_York", "2025-11-02", 1500),
      ("Australia/Lord_Howe", "2025-04-06", 1470), ("Australia/Lord_Howe", "2025-10-05", 1410),
      ("Pacific/Apia", "2011-12-29", 1440), ("Pacific/Apia", "2011-12-30", 0),
      ("Pacific/Apia", "2011-12-31", 1440), ("Africa/Cairo", "2025-04-25", 1380),
      ("Africa/Cairo", "2025-10-30", 1500), ("America/Santiago", "2025-09-07", 1380),
      ("America/Santiago", "2025-04-05", 1500), ("Europe/Dublin", "2025-03-30", 1380),
      ("Europe/Berlin", "2050-03-27", 1380), ("America/New_York", "2099-11-01", 1500),
    ])
  func dayLengths(zone: String, date: String, minutes: Int) throws {
    let zone = try Zone(identifier: zone)
    #expect(zone.dayLength(of: try CivilDate(parsing: date)) == .seconds(minutes * 60))
  }

  @Test(
    "a day whose midnight is skipped starts at the first instant that it has",
    arguments: [
      ("Africa/Cairo", "2025-04-25", "2025-04-25T01:00+03:00"),
      ("America/Santiago", "2025-09-07", "2025-09-07T01:00-03:00"),
      ("Pacific/Apia", "2011-12-30", "2011-12-31T00:00+14:00"),
      ("Europe/Berlin", "2025-03-30", "2025-03-30T00:00+01:00"),
    ])
  func starts(zone: String, date: String, start: String) throws {
    let zone = try Zone(identifier: zone)
    let first = zone.startOfDay(try CivilDate(parsing: date))
    #expect(first == (try zone.instant(parsing: start)))
    #expect(zone.reading(at: first - .seconds(1)).date < zone.reading(at: first).date)
  }

  @Test("a reading is found once, twice or after its gap")
  func resolutions() throws {
    let berlin = try Zone(identifier: "Europe/Berlin")
    let spring = try CivilDate(parsing: "2025-03-30")
    let autumn = try CivilDate(parsing: "2025-10-26")
    let halfPastTwo = try TimeOfDay(parsing: "02:30")
    let gapEnd = try Instant(parsing: "2025-03-30T01:00:00Z")
    #expect(berlin.instants(of: spring, halfPastTwo) == .skipped(firstAfterGap: gapEnd))
    #expect(
      berlin.instants(of: autumn, halfPastTwo)
        == .twice(
          first: try Instant(parsing: "2025-10-26T00:30:00Z"),
          last: try Instant(parsing: "2025-10-26T01:30:00Z")))
    #expect(berlin.instants(of: spring, try TimeOfDay(parsing: "03:00")) == .once(gapEnd))
    #expect(
      berlin.instants(of: autumn, try TimeOfDay(parsing: "03:00"))
        == .once(try Instant(parsing: "2025-10-26T02:00:00Z")))
  }

  @Test("a local time without an offset is refused where it is ambiguous or skipped")
  func localTimes() throws {
    let berlin = try Zone(identifier: "Europe/Berlin")
    let nine = try Instant(parsing: "2025-01-06T08:00:00Z")
    for text in ["2025-01-06T09:00", "2025-01-06T09:00:00", "2025-01-06T08:00Z"] {
      #expect(try berlin.instant(parsing: text) == nine)
    }
    #expect(
      error { try berlin.instant(parsing: "2025-10-26T02:30") }
        == CivilTimeError(
          code: .ambiguousReading,
          message: "Europe/Berlin has 2025-10-26T02:30 twice, with the offsets +02:00 and +01:00; "
            + "write which"))
    #expect(error { try berlin.instant(parsing: "2025-03-30T02:30") }?.code == .skippedReading)
    #expect(error { try berlin.instant(parsing: "tomorrow") }?.code == .malformed)
  }

  @Test(
    "a name that the machine doesn't know is refused, and none leads out of the database",
    arguments: [
      "", "Europe/Atlantis", "europe/berlin", "/etc/passwd", "../zoneinfo/Europe/Berlin",
      "Europe/../Europe/Berlin", "Europe/", "Europe", "zone.tab", "./UTC", "Europe//Berlin",
      "Europe/Berlin\u{0}x", "tzdata.zi",
    ])
  func unknown(name: String) {
    #expect(error { try Zone(identifier: name) }?.code == .unknownZone)
  }

  @Test("UTC needs no database")
  func withoutDatabase() throws {
    #expect(try Zone(identifier: "UTC", directory: "/nonexistent") == .utc)
    #expect(try Zone(identifier: "Etc/UTC", directory: "/nonexistent").identifier == "Etc/UTC")
    #expect(
      error { try Zone(identifier: "Europe/Berlin", directory: "/nonexistent") }?.code
        == .unknownZone)
    #expect(Zone.utc.offset(at: Instant(seconds: 1 << 40)) == 0)
  }

  @Test("zones are equal when their names are")
  func equality() throws {
    #expect(try Zone(identifier: "Europe/Berlin") == Zone(identifier: "Europe/Berlin"))
    #expect(try Zone(identifier: "Europe/Berlin") != Zone(identifier: "Europe/Paris"))
  }

  @Test("a zone that counts leap seconds is refused")
  func leapSeconds() throws {
    let path = "/usr/share/zoneinfo/right/Europe/Berlin"
    guard FileManager.default.fileExists(atPath: path) else { return }
    let error = error { try Zone(identifier: "right/Europe/Berlin") }
    #expect(error?.code == .unusableZone)
    #expect(error?.message.contains("leap seconds") == true)
  }

  @Test("every second at the ends of the time line has a reading")
  func ends() throws {
    for name in ["Europe/Berlin", "America/New_York", "UTC"] {
      let zone = try Zone(identifier: name)
      for milliseconds in [Int64.min, Int64.min / 2, 0, Int64.max / 2, Int64.max] {
        let moment = Moment(Instant(milliseconds: milliseconds), in: zone)
        #expect(abs(moment.reading.offset) <= 86_400)
        #expect(moment.nextMidnight >= moment.instant - .seconds(1))
        let window = DailyWindow(from: .midnight, to: .midnight)
        _ = window.span(containing: moment, days: .everyday)
        _ = window.nextStart(after: moment, days: .everyday)
      }
    }
  }

  /// Runs `body` and hands back the error that it throws.
  private func error<Value>(_ body: () throws -> Value) -> CivilTimeError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? CivilTimeError
    }
  }
}
