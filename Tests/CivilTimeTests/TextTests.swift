import CivilTime
import Foundation
import Testing

@Suite("Dates, times and instants as text")
struct TextTests {
  @Test(
    "a date that the calendar has is read and written the same",
    arguments: ["1970-01-01", "2000-02-29", "2024-02-29", "2025-12-31", "0001-01-01", "9999-12-31"])
  func dates(text: String) throws {
    let date = try CivilDate(parsing: text)
    #expect(date.description == text)
    #expect(CivilDate(daysSinceEpoch: date.daysSinceEpoch) == date)
    #expect(try Coding.roundTrip(date) == date)
  }

  @Test(
    "what is not a date is refused",
    arguments: [
      "", "2025-1-6", "2025-02-29", "1900-02-29", "2025-13-01", "2025-00-10", "2025-01-00",
      "2025-01-32", "2025/01/06", "2025-01-06 ", "+2025-01-06", "２０２５-01-06", "20250106",
    ])
  func noDates(text: String) {
    #expect(throws: CivilTimeError.self) { try CivilDate(parsing: text) }
  }

  @Test("dates count days through leap years, centuries and before the epoch")
  func dayNumbers() throws {
    #expect(try CivilDate(parsing: "1970-01-01").daysSinceEpoch == 0)
    #expect(try CivilDate(parsing: "1969-12-31").daysSinceEpoch == -1)
    #expect(try CivilDate(parsing: "2000-03-01").daysSinceEpoch == 11_017)
    var date = try CivilDate(parsing: "1899-12-28")
    for _ in 0..<80_000 {
      let next = date.adding(days: 1)
      try #require(next > date)
      try #require(next.daysSinceEpoch == date.daysSinceEpoch + 1)
      try #require(next.weekday.rawValue == date.weekday.rawValue % 7 + 1)
      date = next
    }
    #expect(try CivilDate(parsing: "2025-01-06").weekday == .monday)
    #expect(try CivilDate(parsing: "2025-01-31").adding(days: -31).description == "2024-12-31")
  }

  @Test(
    "a time is read and written the same, seconds only when there are some",
    arguments: [("00:00", 0), ("09:00", 32_400), ("23:59", 86_340), ("23:59:59", 86_399)])
  func times(text: String, seconds: Int) throws {
    let time = try TimeOfDay(parsing: text)
    #expect(time.secondsFromMidnight == seconds)
    #expect(time.description == text)
    #expect(try Coding.roundTrip(time) == time)
    #expect(try TimeOfDay(hour: time.hour, minute: time.minute, second: time.second) == time)
  }

  @Test(
    "what no clock shows is refused",
    arguments: ["", "9:00", "24:00", "12:60", "12:00:60", "12", "12:0", "12:00:", "9am", "-1:00"])
  func noTimes(text: String) {
    #expect(throws: CivilTimeError.self) { try TimeOfDay(parsing: text) }
  }

  @Test(
    "an instant is read with any offset and written in UTC",
    arguments: [
      ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"),
      ("2025-01-06T10:00:00+01:00", "2025-01-06T09:00:00Z"),
      ("2025-01-05T23:30:00-05:30", "2025-01-06T05:00:00Z"),
      ("2025-01-06T09:00:00.25Z", "2025-01-06T09:00:00.250Z"),
      ("2025-01-06T09:00:00.0009Z", "2025-01-06T09:00:00Z"),
      ("2025-01-06T09:00:00.123456789Z", "2025-01-06T09:00:00.123Z"),
      ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
    ])
  func instants(text: String, written: String) throws {
    let instant = try Instant(parsing: text)
    #expect(instant.description == written)
    #expect(try Coding.roundTrip(instant) == instant)
  }

  @Test(
    "what is not an instant is refused",
    arguments: [
      "", "2025-01-06", "2025-01-06T09:00:00", "2025-01-06T09:00Z", "2025-01-06 09:00:00Z",
      "2025-01-06T09:00:00.Z", "2025-01-06T09:00:00.1234567890Z", "2025-01-06T09:00:60Z",
      "2025-01-06T09:00:00+24:00", "2025-01-06T09:00:00+0100", "2025-01-06T09:00:00ZZ",
    ])
  func noInstants(text: String) {
    #expect(throws: CivilTimeError.self) { try Instant(parsing: text) }
  }

  @Test("an error in a document says where and what")
  func placesInDocuments() {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(DailyWindow.self, from: Data(#"{"from":"9:00","to":"17:00"}"#.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["from"])
    #expect(
      context.debugDescription
        == "\"9:00\" is not a time of day; write HH:MM, such as 09:00")
  }
}

/// JSON as the documents have it.
enum Coding {
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(try json(value).utf8))
  }
}
