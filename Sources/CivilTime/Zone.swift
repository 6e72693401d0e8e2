/// A time zone: what the wall clock shows at each instant, and when it shows a reading.
///
/// The zone reads the machine's own tables itself (docs/decisions/0002-own-zone-reader.md). Two zones
/// are equal when their identifiers are.
public struct Zone: Sendable {
  private let table: ZoneTable

  /// UTC, which needs no table.
  public static let utc = Zone(table: .utc(named: "UTC"))

  /// Where the machine keeps its zones.
  static let systemDirectory = "/usr/share/zoneinfo"

  /// Finds a zone by its name in the time-zone database, `Europe/Berlin`.
  ///
  /// `UTC` and `Etc/UTC` work on a machine without that database too.
  ///
  /// - Throws: `unknownZone` for a name that the machine doesn't have, for an absolute one and for one
  ///   that leaves the database (`..`); `unusableZone` when the zone's data is damaged or counts leap
  ///   seconds.
  public init(identifier: String) throws(CivilTimeError) {
    try self.init(identifier: identifier, directory: Self.systemDirectory)
  }

  /// Finds a zone in a database at another place.
  init(identifier: String, directory: String) throws(CivilTimeError) {
    guard identifier != "UTC", identifier != "Etc/UTC" else {
      self.init(table: .utc(named: identifier))
      return
    }
    guard ZoneName.isValid(identifier),
      let bytes = SmallFile.read(directory + "/" + identifier, limit: TZif.sizeLimit)
    else { throw Self.unknown(identifier) }
    guard TZif.isClaimed(by: bytes) else { throw Self.unknown(identifier) }
    try self.init(identifier: identifier, tzif: bytes)
  }

  /// Makes a zone from the content of its file.
  init(identifier: String, tzif bytes: [UInt8]) throws(CivilTimeError) {
    do {
      self.init(table: try TZif(bytes).table(named: identifier))
    } catch {
      throw CivilTimeError(
        code: .unusableZone,
        message: "the data of the time zone \"\(identifier)\" cannot be used: \(error.reason)")
    }
  }

  private init(table: ZoneTable) {
    self.table = table
  }

  private static func unknown(_ identifier: String) -> CivilTimeError {
    CivilTimeError(
      code: .unknownZone,
      message: "this machine knows no time zone \"\(identifier.prefix(80))\"; "
        + "names look like Europe/Berlin")
  }

  /// The name by which the zone was found.
  public var identifier: String { table.identifier }

  /// How many seconds the wall clock is ahead of UTC (east is positive).
  public func offset(at instant: Instant) -> Int { segment(at: instant.seconds).offset }

  /// What the wall clock shows.
  public func reading(at instant: Instant) -> Reading {
    Reading(seconds: instant.seconds, offset: offset(at: instant))
  }

  /// When the wall clock shows `time` on `date`.
  public func instants(of date: CivilDate, _ time: TimeOfDay) -> ReadingResolution {
    let local = Self.local(day: date.daysSinceEpoch, time)
    return table.resolve(local, near: table.segment(at: local))
  }

  /// The first instant of a date, also where midnight is skipped.
  ///
  /// For a date that the zone left out altogether it is the first instant after the gap.
  public func startOfDay(_ date: CivilDate) -> Instant { instants(of: date, .midnight).first }

  /// How long a date lasts: 23 or 25 hours when clocks change, nothing when the zone left it out.
  public func dayLength(of date: CivilDate) -> Duration {
    startOfDay(date.adding(days: 1)) - startOfDay(date)
  }

  /// Reads a local time as somebody writes it: `2025-01-06T09:00`, with seconds or not, with an offset
  /// (`+01:00`, `Z`) or not; with one, the offset decides.
  ///
  /// - Throws: `malformed` for another spelling; without an offset, `ambiguousReading` when the clock
  ///   shows the reading twice and `skippedReading` when it never does.
  public func instant(parsing text: String) throws(CivilTimeError) -> Instant {
    guard let written = try WrittenReading(parsing: text) else {
      throw .malformed(text, isNot: "a local time", wanted: "it like 2025-01-06T09:00")
    }
    if let instant = written.instant { return instant }
    switch instants(of: written.date, written.time) {
    case .once(let instant):
      return instant + .milliseconds(written.milliseconds)
    case .twice(let first, let last):
      throw CivilTimeError(
        code: .ambiguousReading,
        message: "\(identifier) has \(text) twice, with the offsets \(offsetText(at: first)) and "
          + "\(offsetText(at: last)); write which")
    case .skipped:
      throw CivilTimeError(
        code: .skippedReading,
        message: "\(identifier) has no \(text): the clock is set forward over it")
    }
  }

  /// The stretch of constant offset that holds a second.
  func segment(at seconds: Int64) -> ZoneSegment { table.segment(at: seconds) }

  /// When the clock shows a reading; `segment` is where it is probably found.
  func instants(ofDay day: Int, _ time: TimeOfDay, near segment: ZoneSegment) -> ReadingResolution {
    table.resolve(Self.local(day: day, time), near: segment)
  }

  private static func local(day: Int, _ time: TimeOfDay) -> Int64 {
    Int64(day) * 86_400 + Int64(time.secondsFromMidnight)
  }

  private func offsetText(at instant: Instant) -> String {
    let offset = offset(at: instant)
    let minutes = Int(offset.magnitude) / 60
    return (offset < 0 ? "-" : "+") + padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
  }
}

extension Zone: Hashable {
  /// Whether both have the same identifier.
  public static func == (left: Zone, right: Zone) -> Bool {
    left.table === right.table || left.identifier == right.identifier
  }

  /// Feeds the identifier to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

/// The identifier, and nothing of the table.
extension Zone: CustomStringConvertible {
  /// The value as people read it.
  public var description: String { identifier }
}

/// The name, `Europe/Berlin`.
extension Zone: Codable {
  /// Reads a name from a document, and refuses one that this machine doesn't know.
  public init(from decoder: any Decoder) throws {
    self = try CivilTimeError.decoding(decoder) { text throws(CivilTimeError) in
      try Zone(identifier: text)
    }
  }

  /// Writes the name to a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}
