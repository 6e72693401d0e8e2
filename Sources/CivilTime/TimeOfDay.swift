/// A reading of the wall clock, 00:00:00 to 23:59:59.
///
/// A reading, not a time since midnight: on the days when clocks change the two differ (decision W3).
public struct TimeOfDay: Hashable, Comparable, Sendable {
  /// The reading in seconds, 0 to 86,399, as a clock that never changes would count them.
  public let secondsFromMidnight: Int

  /// 00:00.
  public static let midnight = TimeOfDay(uncheckedSeconds: 0)

  /// Makes a reading.
  ///
  /// - Throws: `malformed` when a clock doesn't show it, such as 24:00.
  public init(hour: Int, minute: Int, second: Int = 0) throws(CivilTimeError) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else {
      let reading = "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
      throw CivilTimeError(
        code: .malformed,
        message: "no clock shows \(reading); a time of day goes from 00:00 to 23:59:59")
    }
    self.init(uncheckedSeconds: hour * 3600 + minute * 60 + second)
  }

  /// Parses `HH:MM` or `HH:MM:SS`.
  ///
  /// - Throws: `malformed` for any other spelling (`9:00`, `9am`) and for what no clock shows; the
  ///   end of a day is written `00:00`.
  public init(parsing text: String) throws(CivilTimeError) {
    var scanner = TextScanner(text)
    guard let time = try Self.scan(&scanner), scanner.isAtEnd else {
      throw .malformed(text, isNot: "a time of day", wanted: "HH:MM, such as 09:00")
    }
    self = time
  }

  /// A reading that is known to be one.
  init(uncheckedSeconds seconds: Int) {
    secondsFromMidnight = seconds
  }

  /// Takes `HH:MM[:SS]` from the scanner; `nil` when something else is there.
  static func scan(_ scanner: inout TextScanner) throws(CivilTimeError) -> TimeOfDay? {
    guard let hour = scanner.digits(2), scanner.take(":"), let minute = scanner.digits(2) else {
      return nil
    }
    guard scanner.take(":") else { return try TimeOfDay(hour: hour, minute: minute) }
    guard let second = scanner.digits(2) else { return nil }
    return try TimeOfDay(hour: hour, minute: minute, second: second)
  }

  /// The hour, 0 to 23.
  public var hour: Int { secondsFromMidnight / 3600 }
  /// The minute, 0 to 59.
  public var minute: Int { secondsFromMidnight / 60 % 60 }
  /// The second, 0 to 59.
  public var second: Int { secondsFromMidnight % 60 }

  /// Whether `left` comes before `right`.
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    left.secondsFromMidnight < right.secondsFromMidnight
  }
}

/// `09:00`, or `09:00:30` when there are seconds.
extension TimeOfDay: CustomStringConvertible {
  /// The value as people read it.
  public var description: String {
    let reading = "\(padded(hour, 2)):\(padded(minute, 2))"
    return second == 0 ? reading : reading + ":" + padded(second, 2)
  }
}

/// The text `09:00`, or `09:00:30` when there are seconds.
extension TimeOfDay: Codable {
  /// Reads the value from a document, and refuses what is not one.
  public init(from decoder: any Decoder) throws {
    self = try CivilTimeError.decoding(decoder) { text throws(CivilTimeError) in
      try TimeOfDay(parsing: text)
    }
  }

  /// Writes the value to a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
