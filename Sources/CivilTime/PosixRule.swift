/// The rule after a zone's last transition: a standard offset and, where clocks change, when.
///
/// It is what POSIX writes as `CET-1CEST,M3.5.0,M10.5.0/3`.
struct PosixRule: Hashable, Sendable {
  /// Seconds east of UTC outside daylight saving time.
  let standardOffset: Int
  /// The other part of the year, if there is one.
  let daylight: Daylight?

  /// Daylight saving time: its offset and its edges in each year.
  struct Daylight: Hashable, Sendable {
    /// Seconds east of UTC; less than the standard offset where a zone calls its winter time special.
    let offset: Int
    /// When it begins, on the standard clock.
    let start: PosixRuleEdge
    /// When it ends, on its own clock.
    let end: PosixRuleEdge
  }

  /// The offsets that occur.
  var offsets: [Int] { [standardOffset] + (daylight.map { [$0.offset] } ?? []) }

  /// The stretch of constant offset that holds `seconds`.
  ///
  /// An edge may lie up to a week outside its year, so the years beside it are looked at as well.
  func segment(at seconds: Int64) -> ZoneSegment {
    var segment = ZoneSegment(start: .min, end: .max, offset: standardOffset)
    guard let daylight else { return segment }
    let day = (seconds + Int64(standardOffset)).dividedDown(by: 86_400)
    let year = CivilDate(daysSinceEpoch: Int(day)).year
    for year in year - 1...year + 1 {
      let start = daylight.start.seconds(ofYear: year) - Int64(standardOffset)
      let end = daylight.end.seconds(ofYear: year) - Int64(daylight.offset)
      segment.narrow(around: seconds, byChangeAt: end, to: standardOffset)
      segment.narrow(around: seconds, byChangeAt: start, to: daylight.offset)
    }
    return segment
  }
}

extension ZoneSegment {
  /// Takes a change of the offset into account that may lie nearer to `seconds` than the edges known
  /// so far.
  ///
  /// Of two at one instant the later call holds: where daylight saving time never ends, its
  /// end and its next start are the same instant.
  fileprivate mutating func narrow(
    around seconds: Int64, byChangeAt change: Int64, to newOffset: Int
  ) {
    if change > seconds {
      end = min(end, change)
    } else if change >= start {
      start = change
      offset = newOffset
    }
  }
}
