/// A date and a time as somebody wrote them, with or without an offset.
struct WrittenReading {
  let date: CivilDate
  let time: TimeOfDay
  let milliseconds: Int
  let hasSeconds: Bool
  /// Seconds east of UTC, if the text says so.
  let offset: Int?

  /// Parses `YYYY-MM-DDTHH:MM[:SS[.fff]][Z|±HH:MM]`; `nil` when the text is something else.
  init?(parsing text: String) throws(CivilTimeError) {
    var scanner = TextScanner(text)
    guard let date = try CivilDate.scan(&scanner), scanner.take("T"),
      let hour = scanner.digits(2), scanner.take(":"), let minute = scanner.digits(2)
    else { return nil }
    var second = 0
    var milliseconds = 0
    let hasSeconds = scanner.take(":")
    if hasSeconds {
      guard let written = scanner.digits(2) else { return nil }
      second = written
      if scanner.take(".") {
        guard let fraction = scanner.milliseconds() else { return nil }
        milliseconds = fraction
      }
    }
    self.date = date
    self.time = try TimeOfDay(hour: hour, minute: minute, second: second)
    self.milliseconds = milliseconds
    self.hasSeconds = hasSeconds
    if scanner.isAtEnd {
      self.offset = nil
    } else {
      guard let offset = Self.offset(&scanner), scanner.isAtEnd else { return nil }
      self.offset = offset
    }
  }

  /// The reading as if it were in UTC, in milliseconds.
  var localMilliseconds: Int64 {
    Int64(date.daysSinceEpoch * 86_400 + time.secondsFromMidnight) * 1000 + Int64(milliseconds)
  }

  /// The instant, if an offset was written.
  var instant: Instant? {
    offset.map { Instant(milliseconds: localMilliseconds - Int64($0) * 1000) }
  }

  private static func offset(_ scanner: inout TextScanner) -> Int? {
    if scanner.take("Z") { return 0 }
    let sign: Int
    if scanner.take("+") {
      sign = 1
    } else if scanner.take("-") {
      sign = -1
    } else {
      return nil
    }
    guard let hours = scanner.digits(2), scanner.take(":"), let minutes = scanner.digits(2),
      hours < 24, minutes < 60
    else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }
}
