import CivilTime
import Foundation
import Testing

@Suite("Days of the week")
struct WeekdayTests {
  @Test(
    "a choice of days is read as it is typed and summed up as the screen does",
    arguments: [
      ("weekdays", "Weekdays"), ("weekends", "Weekends"), ("everyday", "Every day"),
      ("mon,wed,fri", "Mon, Wed, Fri"), ("fri,wed,mon", "Mon, Wed, Fri"), ("sun", "Sun"),
      ("sun,mon", "Mon, Sun"), ("mon,mon", "Mon"), ("sat,sun", "Weekends"),
    ])
  func parsing(text: String, summary: String) throws {
    #expect(try WeekdaySet(parsing: text).summary == summary)
  }

  @Test(
    "a choice of something else is refused",
    arguments: ["", "mon,", ",", "Mon", "monday", "mon, wed", "mon;wed", "never", "weekdays,sat"])
  func refusing(text: String) {
    #expect(throws: CivilTimeError.self) { try WeekdaySet(parsing: text) }
  }

  @Test("a set is written as short names, Monday first, and read back")
  func coding() throws {
    let days: WeekdaySet = [.sunday, .monday, .wednesday]
    #expect(try Coding.json(days) == #"["mon","wed","sun"]"#)
    #expect(try Coding.roundTrip(days) == days)
    #expect(try Coding.roundTrip(WeekdaySet()) == [])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(WeekdaySet.self, from: Data(#"["Mon"]"#.utf8))
    }
  }

  @Test("sets are compared, joined and counted")
  func algebra() {
    #expect(WeekdaySet.weekdays.union(.weekends) == .everyday)
    #expect(WeekdaySet.weekdays.intersection(.weekends).isEmpty)
    #expect(WeekdaySet.weekends.isSubset(of: .everyday))
    #expect(!WeekdaySet.everyday.isSubset(of: .weekends))
    #expect(WeekdaySet().summary == "No days")
    var days = WeekdaySet.weekdays
    days.remove(.monday)
    days.insert(.sunday)
    #expect(days.count == 5)
    #expect(!days.contains(.monday))
    #expect(days.contains(.sunday))
  }

  @Test("each day has a short name that leads back to it", arguments: Weekday.allCases)
  func names(day: Weekday) {
    #expect(Weekday(shortName: day.shortName) == day)
    #expect(day.displayName.lowercased() == day.shortName)
  }
}
