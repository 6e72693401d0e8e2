/// A zone's transitions and the rule that holds after the last one.
///
/// A class of constants: zones are copied freely with moments, and share it. Lookups allocate
/// nothing.
final class ZoneTable: Sendable {
  let identifier: String
  /// The seconds at which the offset changes, ascending.
  private let transitions: [Int64]
  /// The offset from each transition on.
  private let offsets: [Int]
  /// The offset before the first transition.
  private let firstOffset: Int
  /// What holds after the last transition; `nil` when its offset stays for ever.
  private let rule: PosixRule?
  private let smallestOffset: Int
  private let greatestOffset: Int

  init(
    identifier: String, transitions: [Int64], offsets: [Int], firstOffset: Int, rule: PosixRule?
  ) {
    self.identifier = identifier
    self.transitions = transitions
    self.offsets = offsets
    self.firstOffset = firstOffset
    self.rule = rule
    let all = offsets + [firstOffset] + (rule?.offsets ?? [])
    self.smallestOffset = all.reduce(firstOffset, min)
    self.greatestOffset = all.reduce(firstOffset, max)
  }

  /// A table that says UTC at every instant.
  static func utc(named identifier: String) -> ZoneTable {
    ZoneTable(identifier: identifier, transitions: [], offsets: [], firstOffset: 0, rule: nil)
  }

  /// The stretch of constant offset that holds `seconds`.
  func segment(at seconds: Int64) -> ZoneSegment {
    let following = countOfTransitions(notAfter: seconds)
    let start = following == 0 ? Int64.min : transitions[following - 1]
    if following == transitions.count, let rule {
      var segment = rule.segment(at: seconds)
      segment.start = max(segment.start, start)
      return segment
    }
    return ZoneSegment(
      start: start,
      end: following == transitions.count ? .max : transitions[following],
      offset: following == 0 ? firstOffset : offsets[following - 1])
  }

  /// When the clock shows `local`, a reading in seconds as if it were UTC.
  ///
  /// `segment` is a stretch in which the reading is probably found, so that a caller who knows one
  /// saves the search.
  func resolve(_ local: Int64, near segment: ZoneSegment) -> ReadingResolution {
    let spread = Int64(greatestOffset - smallestOffset)
    let candidate = local - Int64(segment.offset)
    if segment.covers(candidate - spread...candidate + spread) {
      return .once(Instant(seconds: candidate))
    }
    return search(local)
  }

  /// Looks through every stretch in which the clock can show the reading.
  ///
  /// At the search's first second the clock shows the reading or an earlier one, at its last second
  /// the reading or a later one: so it either shows it in between, or jumps over it.
  private func search(_ local: Int64) -> ReadingResolution {
    let last = local - Int64(smallestOffset)
    var segment = segment(at: local - Int64(greatestOffset))
    var first: Int64?
    var latest: Int64 = 0
    var afterGap: Int64?
    while true {
      let candidate = local - Int64(segment.offset)
      if segment.covers(candidate...candidate) {
        first = first ?? candidate
        latest = candidate
      } else if candidate < segment.start {
        afterGap = afterGap ?? segment.start
      }
      guard segment.end <= last else { break }
      segment = self.segment(at: segment.end)
    }
    guard let first else {
      return .skipped(firstAfterGap: Instant(seconds: afterGap ?? last))
    }
    return first == latest
      ? .once(Instant(seconds: first))
      : .twice(first: Instant(seconds: first), last: Instant(seconds: latest))
  }

  /// How many transitions have happened by `seconds`, by halving.
  private func countOfTransitions(notAfter seconds: Int64) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
