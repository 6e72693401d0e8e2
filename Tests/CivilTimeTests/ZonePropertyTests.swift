import CivilTime
import Foundation
import Testing

@Suite("All zones of this machine")
struct ZonePropertyTests {
  /// The names that Foundation knows and this machine has a file for.
  static let identifiers = TimeZone.knownTimeZoneIdentifiers.filter { name in
    FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/" + name)
  }

  @Test("show what the C library shows, from 1970 to 2060")
  func agreesWithTheSystem() throws {
    var random = SeededGenerator(seed: 1)
    try #require(Self.identifiers.count > 300)
    for name in Self.identifiers {
      let zone = try Zone(identifier: name)
      let reference = try #require(TimeZone(identifier: name))
      var differing = 0
      for _ in 0..<300 {
        let seconds = Int64.random(in: 0..<2_840_140_800, using: &random)
        let date = Date(timeIntervalSince1970: TimeInterval(seconds))
        if zone.offset(at: Instant(seconds: seconds)) != reference.secondsFromGMT(for: date) {
          differing += 1
        }
      }
      #expect(differing == 0, "\(name)")
    }
  }

  @Test("find the readings that they show")
  func findsReadings() throws {
    var random = SeededGenerator(seed: 2)
    for name in Self.identifiers {
      let zone = try Zone(identifier: name)
      for _ in 0..<60 {
        let instant = Instant(seconds: Int64.random(in: 0..<2_840_140_800, using: &random))
        let reading = zone.reading(at: instant)
        switch zone.instants(of: reading.date, reading.time) {
        case .once(let found): try #require(found == instant, "\(name) \(instant)")
        case .twice(let first, let last):
          try #require(first == instant || last == instant, "\(name) \(instant)")
          try #require(first < last)
        case .skipped: Issue.record("\(name) shows \(instant) and doesn't find it")
        }
      }
    }
  }

  @Test("have days that follow each other without a gap")
  func daysFollow() throws {
    let first = try CivilDate(parsing: "2011-12-01")
    for name in Self.identifiers {
      let zone = try Zone(identifier: name)
      var start = zone.startOfDay(first)
      for day in 0..<800 {
        let date = first.adding(days: day)
        let end = zone.startOfDay(date.adding(days: 1))
        try #require(zone.dayLength(of: date) == end - start)
        guard end > start else { continue }
        try #require(zone.reading(at: start).date == date, "\(name) \(date)")
        let moment = Moment(end - .milliseconds(1), in: zone)
        try #require(moment.nextMidnight >= end, "\(name) \(date)")
        start = end
      }
    }
  }
}

/// A generator whose numbers are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
