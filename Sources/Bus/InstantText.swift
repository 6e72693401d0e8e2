import CivilTime

/// Instants as a header spells them, `2025-01-06T09:00:00Z` with milliseconds only where there are
/// any.
///
/// Written on bytes: it is part of every message.
enum InstantText {
  private static let daySeconds: Int64 = 86_400

  /// The instant's one spelling; nil outside the years 0 to 9999, which have none.
  static func bytes(_ instant: Instant) -> [UInt8]? {
    let seconds = instant.seconds
    let milliseconds = instant.milliseconds - seconds * 1000
    let day = (seconds >= 0 ? seconds : seconds - daySeconds + 1) / daySeconds
    let (year, month, dayOfMonth) = date(day)
    guard (0...9999).contains(year) else { return nil }
    let time = seconds - day * daySeconds
    var text: [UInt8] = []
    text.reserveCapacity(24)
    append(&text, year, 4, "-")
    append(&text, month, 2, "-")
    append(&text, dayOfMonth, 2, "T")
    append(&text, time / 3600, 2, ":")
    append(&text, time / 60 % 60, 2, ":")
    append(&text, time % 60, 2, milliseconds == 0 ? "Z" : ".")
    if milliseconds != 0 { append(&text, milliseconds, 3, "Z") }
    return text
  }

  /// Reads the one spelling, and nothing else.
  static func parse(_ field: ArraySlice<UInt8>) -> Instant? {
    guard field.count == 20 || field.count == 24 else { return nil }
    var rest = field
    guard let year = number(&rest, 4, "-"), let month = number(&rest, 2, "-"),
      let day = number(&rest, 2, "T"), let hour = number(&rest, 2, ":"),
      let minute = number(&rest, 2, ":"),
      let second = number(&rest, 2, field.count == 20 ? "Z" : ".")
    else { return nil }
    var milliseconds: Int64 = 0
    if field.count == 24 {
      guard let fraction = number(&rest, 3, "Z"), fraction > 0 else { return nil }
      milliseconds = fraction
    }
    guard (1...12).contains(month), day >= 1, hour < 24, minute < 60, second < 60 else {
      return nil
    }
    let days = dayNumber(year, month, day)
    // A day that the month doesn't have comes back as another one.
    guard date(days) == (year, month, day) else { return nil }
    let seconds = days * daySeconds + hour * 3600 + minute * 60 + second
    return Instant(milliseconds: seconds * 1000 + milliseconds)
  }

  // MARK: Digits

  private static func append(
    _ text: inout [UInt8], _ value: Int64, _ width: Int, _ end: Unicode.Scalar
  ) {
    var divisor: Int64 = width == 4 ? 1000 : width == 3 ? 100 : 10
    while divisor > 0 {
      text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
    text.append(UInt8(ascii: end))
  }

  private static func number(
    _ rest: inout ArraySlice<UInt8>, _ width: Int, _ end: Unicode.Scalar
  ) -> Int64? {
    guard rest.count > width else { return nil }
    var value: Int64 = 0
    for _ in 0..<width {
      let byte = rest.removeFirst()
      guard byte.isASCIIDigit else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return rest.removeFirst() == UInt8(ascii: end) ? value : nil
  }

  // MARK: The Gregorian calendar, in years that begin in March

  private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let march = month > 2 ? month - 3 : month + 9
    let fromMarch = month > 2 ? year : year - 1
    // Shifted by 400 years so that the year before year 0 needs no rounding down.
    let shifted = fromMarch + 400
    let leaps = shifted / 4 - shifted / 100 + shifted / 400
    return shifted * 365 + leaps + (153 * march + 2) / 5 + day - 1 - 146_097 - 719_468
  }

  private static func date(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * march + 2) / 5 + 1)
  }
}
