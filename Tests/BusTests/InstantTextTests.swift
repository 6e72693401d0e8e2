@testable import Bus
import CivilTime
import Testing

@Suite("Instants in a header")
struct InstantTextTests {
  @Test(
    "an instant has one spelling, the one that documents have too",
    arguments: [
      (0, "1970-01-01T00:00:00Z"),
      (-1, "1969-12-31T23:59:59.999Z"),
      (1_709_164_800_000, "2024-02-29T00:00:00Z"),
      (1_736_154_000_250, "2025-01-06T09:00:00.250Z"),
      (951_868_799_999, "2000-02-29T23:59:59.999Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00Z"),
      (-62_167_219_200_000, "0000-01-01T00:00:00Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
  func spelling(_ milliseconds: Int64, _ text: String) {
    let instant = Instant(milliseconds: milliseconds)
    #expect(InstantText.bytes(instant).map { String(decoding: $0, as: UTF8.self) } == text)
    #expect(InstantText.parse(Array(text.utf8)[...]) == instant)
    #expect(instant.description == text)
  }

  @Test("days of eight centuries come back as they went")
  func everyDay() {
    for day in stride(from: Int64(-146_097), through: 146_097, by: 11) {
      let instant = Instant(seconds: day * 86_400 + 43_200)
      guard let bytes = InstantText.bytes(instant), InstantText.parse(bytes[...]) == instant else {
        Issue.record("day \(day) is lost")
        return
      }
    }
  }

  @Test("outside the years 0 to 9999 there is no spelling")
  func outside() {
    #expect(InstantText.bytes(Instant(milliseconds: -62_167_219_200_001)) == nil)
    #expect(InstantText.bytes(Instant(milliseconds: 253_402_300_800_000)) == nil)
    #expect(InstantText.bytes(Instant(milliseconds: Int64.max)) == nil)
    #expect(InstantText.bytes(Instant(milliseconds: Int64.min + 1000)) == nil)
  }

  @Test(
    "another spelling is refused",
    arguments: [
      "", "-", "2025-01-06", "2025-01-06T09:00Z", "2025-01-06T09:00:00",
      "2025-01-06T09:00:00+00:00", "2025-01-06t09:00:00z", "2025-01-06T09:00:00.25Z",
      "2025-01-06T09:00:00.000Z", "2025-01-06T09:00:00.2500Z", "2025-13-06T09:00:00Z",
      "2025-00-06T09:00:00Z", "2025-02-29T09:00:00Z", "2025-01-00T09:00:00Z",
      "2025-01-32T09:00:00Z", "2025-01-06T24:00:00Z", "2025-01-06T09:60:00Z",
      "2025-01-06T09:00:60Z", "2025-01-06 09:00:00Z", "+025-01-06T09:00:00Z",
      "2025-01-06T09:00:0xZ",
    ])
  func refused(_ text: String) {
    #expect(InstantText.parse(Array(text.utf8)[...]) == nil)
  }
}
