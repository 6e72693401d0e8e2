extension PosixRule {
  /// Parses the text that POSIX and RFC 9636 define for the end of a zone file, such as
  /// `CET-1CEST,M3.5.0,M10.5.0/3` or `<+0330>-3:30`.
  ///
  /// - Throws: `Damage` for anything that isn't wholly such a text.
  init(parsing text: String) throws(TZif.Damage) {
    var scanner = TextScanner(text)
    guard scanner.abbreviation(), let west: Int = scanner.clock(mostHours: 24) else {
      throw TZif.Damage("its rule \"\(text.prefix(80))\" names no standard time")
    }
    standardOffset = -west
    if scanner.isAtEnd {
      daylight = nil
    } else {
      guard let daylight = scanner.daylight(standardOffset: -west), scanner.isAtEnd else {
        throw TZif.Damage("its rule \"\(text.prefix(80))\" does not say when clocks change")
      }
      self.daylight = daylight
    }
  }
}

extension TextScanner {
  /// Takes `CEST[offset],start,end`.
  fileprivate mutating func daylight(standardOffset: Int) -> PosixRule.Daylight? {
    guard abbreviation() else { return nil }
    var offset = standardOffset + 3600
    if !take(",") {
      guard let west = clock(mostHours: 24), take(",") else { return nil }
      offset = -west
    }
    guard let start = edge(), take(","), let end = edge() else { return nil }
    return PosixRule.Daylight(offset: offset, start: start, end: end)
  }

  /// Takes a name: three letters or more, or anything alphanumeric in angle brackets.
  fileprivate mutating func abbreviation() -> Bool {
    let quoted = take("<")
    let length = bytes { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): quoted
      default: false
      }
    }
    return length >= 3 && (!quoted || take(">"))
  }

  /// Takes `[±]h[hh][:mm[:ss]]` as seconds.
  fileprivate mutating func clock(mostHours: Int) -> Int? {
    let sign = take("-") ? -1 : 1
    if sign == 1 { _ = take("+") }
    guard let hours = digits(upTo: 3), hours <= mostHours else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] {
      guard take(":") else { break }
      guard let value = digits(2), value < 60 else { return nil }
      seconds += value * unit
    }
    return sign * seconds
  }

  /// Takes a day and, after a slash, a time; 02:00 without one.
  private mutating func edge() -> PosixRuleEdge? {
    guard let day = edgeDay() else { return nil }
    guard take("/") else { return PosixRuleEdge(day: day, time: 7200) }
    return clock(mostHours: 167).map { PosixRuleEdge(day: day, time: $0) }
  }

  private mutating func edgeDay() -> PosixRuleEdge.Day? {
    if take("M") {
      guard let month = digits(upTo: 2), (1...12).contains(month), take("."),
        let week = digits(1), (1...5).contains(week), take("."),
        let day = digits(1), (0...6).contains(day)
      else { return nil }
      return .weekday(month: month, week: week, day: day)
    }
    if take("J") {
      guard let number = digits(upTo: 3), (1...365).contains(number) else { return nil }
      return .julian(number)
    }
    guard let number = digits(upTo: 3), (0...365).contains(number) else { return nil }
    return .ordinal(number)
  }
}
