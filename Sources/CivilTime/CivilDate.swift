/// A date of the (proleptic) Gregorian calendar, without a zone: what a wall calendar shows.
public struct CivilDate: Hashable, Sendable {
  /// The year; 0 is the year before year 1.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, 1 to 31.
  public let day: Int

  /// Makes a date.
  ///
  /// - Throws: `malformed` when the calendar has no such day, such as February 30.
  public init(year: Int, month: Int, day: Int) throws(CivilTimeError) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.daysInMonth(month, ofYear: year)
    else {
      throw CivilTimeError(
        code: .malformed,
        message: "the calendar has no day \(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))")
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Makes the date that lies `days` after 1970-01-01.
  ///
  /// Years are counted from March here: then the leap day is a year's last, and both months and
  /// leap years follow from whole-number divisions.
  public init(daysSinceEpoch days: Int) {
    let fromMarchOfYear0 = days + 719_468
    let cycle = fromMarchOfYear0.dividedDown(by: 146_097)
    let dayOfCycle = fromMarchOfYear0 - cycle * 146_097
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    self.day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    self.month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.year = yearOfCycle + cycle * 400 + (monthFromMarch < 10 ? 0 : 1)
  }

  /// Parses `YYYY-MM-DD`.
  ///
  /// - Throws: `malformed` for any other spelling, and for a day that the calendar doesn't have.
  public init(parsing text: String) throws(CivilTimeError) {
    var scanner = TextScanner(text)
    guard let date = try Self.scan(&scanner), scanner.isAtEnd else {
      throw .malformed(text, isNot: "a date", wanted: "YYYY-MM-DD, such as 2025-01-06")
    }
    self = date
  }

  /// Takes `YYYY-MM-DD` from the scanner; `nil` when something else is there.
  static func scan(_ scanner: inout TextScanner) throws(CivilTimeError) -> CivilDate? {
    guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2),
      scanner.take("-"), let day = scanner.digits(2)
    else { return nil }
    return try CivilDate(year: year, month: month, day: day)
  }

  /// How many days the date lies after 1970-01-01; negative before it.
  public var daysSinceEpoch: Int { Self.daysSinceEpoch(year: year, month: month, day: day) }

  /// The day of the week.
  public var weekday: Weekday { Weekday(daysSinceEpoch: daysSinceEpoch) }

  /// The date that lies `days` later, or earlier when negative.
  public func adding(days: Int) -> CivilDate { CivilDate(daysSinceEpoch: daysSinceEpoch + days) }

  /// The number of a day that need not be checked, such as one from a zone's rule.
  static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let cycle = marchYear.dividedDown(by: 400)
    let yearOfCycle = marchYear - cycle * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * 146_097 + dayOfCycle - 719_468
  }

  /// How many days a month has.
  static func daysInMonth(_ month: Int, ofYear year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether February has 29 days.
  static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}

extension CivilDate: Comparable {
  /// Whether `left` comes before `right`.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

/// `2025-01-06`.
extension CivilDate: CustomStringConvertible {
  /// The value as people read it.
  public var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
}

/// The text `2025-01-06`.
extension CivilDate: Codable {
  /// Reads the value from a document, and refuses what is not one.
  public init(from decoder: any Decoder) throws {
    self = try CivilTimeError.decoding(decoder) { text throws(CivilTimeError) in
      try CivilDate(parsing: text)
    }
  }

  /// Writes the value to a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension FixedWidthInteger {
  /// The quotient rounded towards negative infinity, for a positive divisor.
  func dividedDown(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
