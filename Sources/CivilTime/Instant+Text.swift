extension Instant {
  /// Parses an RFC 3339 text with any offset: `2025-01-06T09:00:00Z`, `2025-01-06T10:00:00.25+01:00`.
  ///
  /// What is finer than a millisecond is dropped.
  ///
  /// - Throws: `malformed` without an offset, without seconds, or for any other spelling.
  public init(parsing text: String) throws(CivilTimeError) {
    guard let parsed = try WrittenReading(parsing: text), parsed.hasSeconds,
      let instant = parsed.instant
    else {
      throw .malformed(text, isNot: "an instant", wanted: "it like 2025-01-06T09:00:00Z")
    }
    self = instant
  }
}

/// The instant in UTC, `2025-01-06T09:00:00Z`, with milliseconds only where there are any.
extension Instant: CustomStringConvertible {
  /// The value as people read it.
  public var description: String {
    let reading = Reading(seconds: seconds, offset: 0)
    let time = reading.time
    let clock = "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
    let rest = Int(milliseconds - seconds * 1000)
    return "\(reading.date)T\(clock)" + (rest == 0 ? "" : "." + padded(rest, 3)) + "Z"
  }
}

/// The text `2025-01-06T09:00:00Z`; any offset is read.
extension Instant: Codable {
  /// Reads the value from a document, and refuses what is not one.
  public init(from decoder: any Decoder) throws {
    self = try CivilTimeError.decoding(decoder) { text throws(CivilTimeError) in
      try Instant(parsing: text)
    }
  }

  /// Writes the value to a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
