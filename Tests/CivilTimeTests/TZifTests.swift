import Foundation
import Testing

@testable import CivilTime

@Suite("Zone files")
struct TZifTests {
  private static let berlin = SmallFile.read("/usr/share/zoneinfo/Europe/Berlin", limit: 1 << 18)

  @Test("cut short anywhere, a file is refused")
  func truncated() throws {
    let whole = try #require(Self.berlin)
    for length in 0..<whole.count {
      #expect(throws: CivilTimeError.self) {
        try Zone(identifier: "Damaged", tzif: Array(whole.prefix(length)))
      }
    }
  }

  @Test("with any byte changed, a file is refused or read, and never traps a lookup")
  func changed() throws {
    let whole = try #require(Self.berlin)
    var random = SeededGenerator(seed: 3)
    var refused = 0
    for position in whole.indices {
      var bytes = whole
      bytes[position] ^= UInt8.random(in: 1...255, using: &random)
      guard let zone = try? Zone(identifier: "Damaged", tzif: bytes) else {
        refused += 1
        continue
      }
      for year in stride(from: Int64(-200), to: 400, by: 7) {
        let instant = Instant(seconds: year * 31_556_952)
        let reading = zone.reading(at: instant)
        _ = zone.instants(of: reading.date, reading.time)
      }
    }
    #expect(refused > 100)
  }

  @Test("random bytes after the magic are refused")
  func garbage() {
    var random = SeededGenerator(seed: 4)
    for length in 0..<500 {
      let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(throws: CivilTimeError.self) {
        try Zone(identifier: "Noise", tzif: Array("TZif2".utf8) + noise)
      }
    }
  }

  @Test(
    "a rule says when clocks change",
    arguments: [
      // Rule, instant, offset in seconds.
      ("UTC0", "2025-07-01T00:00:00Z", 0), ("<+0330>-3:30", "2025-07-01T00:00:00Z", 12_600),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2025-03-30T00:59:59Z", 3600),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2025-03-30T01:00:00Z", 7200),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2025-10-26T00:59:59Z", 7200),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2025-10-26T01:00:00Z", 3600),
      ("EST5EDT,M3.2.0,M11.1.0", "2025-03-09T07:00:00Z", -14_400),
      // The southern half of the year lies across new year.
      ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2025-01-01T00:00:00Z", 46_800),
      ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2025-07-01T00:00:00Z", 43_200),
      // Irish winter time is the special one.
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2025-01-01T00:00:00Z", 0),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2025-07-01T00:00:00Z", 3600),
      // Half an hour, and times before midnight and far beyond it.
      ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2025-01-01T00:00:00Z", 39_600),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2025-03-30T00:59:59Z", -7200),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2025-03-30T01:00:00Z", -3600),
      ("IST-2IDT,M3.4.4/26,M10.5.0", "2025-03-28T00:00:00Z", 10_800),
      // Day numbers, with and without February 29.
      ("AAA0BBB,J60/0,J300/0", "2024-03-01T00:00:00Z", 3600),
      ("AAA0BBB,59/0,300/0", "2024-02-29T00:00:00Z", 3600),
      ("AAA0BBB,J60/0,J300/0", "2024-02-29T23:59:59Z", 0),
      // Daylight saving time all year round.
      ("XXX3EDT4,0/0,J365/23", "2025-12-31T23:59:59Z", -14_400),
      ("XXX3EDT4,0/0,J365/23", "2026-01-01T04:00:00Z", -14_400),
    ])
  func rules(text: String, instant: String, offset: Int) throws {
    let rule = try PosixRule(parsing: text)
    #expect(rule.segment(at: try Instant(parsing: instant).seconds).offset == offset)
  }

  @Test(
    "a rule that is not one is refused",
    arguments: [
      "", "CET", "-1", "CE-1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
      "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-25", "CET-1x", "<+03-3",
      "CET-1CEST,J0,J366", "CET-1CEST,366,1", "CET-1CEST,M3.5.0/168,M10.5.0",
      "CET-1CEST,M3.5.0,M10.5.0/3 ", "CET-1:60",
    ])
  func noRules(text: String) {
    #expect(throws: TZif.Damage.self) { try PosixRule(parsing: text) }
  }

  @Test(
    "the machine's zone is the environment's, the link's or the file's, in this order",
    arguments: [
      ("Asia/Tokyo", "/usr/share/zoneinfo/Europe/Berlin", "Europe/Paris\n", "Asia/Tokyo"),
      (":Asia/Tokyo", nil, nil, "Asia/Tokyo"), ("", nil, nil, "UTC"),
      (":/usr/share/zoneinfo/Asia/Tokyo", nil, nil, "Asia/Tokyo"),
      (nil, "../usr/share/zoneinfo/Europe/Berlin", "Europe/Paris\n", "Europe/Berlin"),
      (nil, nil, "Europe/Paris\n", "Europe/Paris"), (nil, "/elsewhere", nil, nil),
      ("../x", "/usr/share/zoneinfo/../x", "/etc/x\n", nil), (nil, nil, nil, nil),
    ] as [(String?, String?, String?, String?)])
  func systemZone(environment: String?, link: String?, file: String?, name: String?) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (linkPath, filePath) = (folder.path + "/localtime", folder.path + "/timezone")
    if let link {
      try FileManager.default.createSymbolicLink(atPath: linkPath, withDestinationPath: link)
    }
    if let file { try Data(file.utf8).write(to: URL(filePath: filePath)) }
    let found = Zone.systemIdentifier(
      environment: environment, localtime: linkPath, timezone: filePath)
    #expect(found == name)
  }
}
