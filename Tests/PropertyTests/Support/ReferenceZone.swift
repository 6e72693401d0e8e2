import Foundation

/// What the wall clock shows in a zone, by Foundation's tables: another reader of other data than the
/// product's.
struct ReferenceZone: Hashable, Sendable {
  /// The zones that traces go through: clocks that change at two, at midnight, by half an hour, and not
  /// at all, and both ends of the world.
  static let identifiers = [
    "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo",
    "America/Havana", "Asia/Beirut", "America/Santiago", "Asia/Kathmandu", "Pacific/Kiritimati",
    "Pacific/Pago_Pago", "Europe/Dublin", "Atlantic/Azores",
  ]

  /// The zones by name; their tables are made once.
  static let all: [String: ReferenceZone] = Dictionary(
    uniqueKeysWithValues: identifiers.map { ($0, ReferenceZone(identifier: $0)) })

  /// The name.
  let identifier: String
  /// When the clock changes, and what its offset is from then on, in seconds; the first entry is the
  /// beginning of time.
  private let changes: [Change]

  private struct Change: Hashable, Sendable {
    let at: Int
    let offset: Int
  }

  /// The years that the tables hold.
  private static let years = 2023..<2028

  private init(identifier: String) {
    guard let zone = TimeZone(identifier: identifier) else {
      preconditionFailure("Foundation knows \(identifier)")
    }
    self.identifier = identifier
    func offset(_ second: Int) -> Int {
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
    }
    let days =
      CivilDay.first(ofYear: Self.years.lowerBound)..<CivilDay.first(ofYear: Self.years.upperBound)
    var found = [Change(at: Int.min, offset: offset(days.lowerBound * CivilDay.seconds))]
    for day in days.dropFirst() {
      var after = day * CivilDay.seconds
      let new = offset(after)
      guard new != found[found.count - 1].offset else { continue }
      var before = after - CivilDay.seconds
      while after - before > 1 {
        let middle = (before + after) / 2
        if offset(middle) == new { after = middle } else { before = middle }
      }
      found.append(Change(at: after, offset: new))
    }
    changes = found
  }

  /// When the clock changes in a year.
  func changes(in year: Int) -> [Int] {
    let days = CivilDay.first(ofYear: year)..<CivilDay.first(ofYear: year + 1)
    return changes.map(\.at).filter {
      $0 != Int.min && days.contains($0 / CivilDay.seconds)
    }
  }

  /// How far the wall clock is ahead of UTC.
  func offset(_ instant: Int) -> Int {
    var offset = changes[0].offset
    for change in changes.dropFirst() where change.at <= instant { offset = change.offset }
    return offset
  }

  /// The local date of an instant.
  func day(_ instant: Int) -> Int {
    let local = instant + offset(instant)
    return local >= 0 ? local / CivilDay.seconds : (local + 1) / CivilDay.seconds - 1
  }

  /// The first instant at which the clock shows a reading; where it never does, the first one after
  /// the gap.
  func first(_ day: Int, _ second: Int) -> Int { shown(day, second).min() ?? gap(day, second) }

  /// The last instant at which the clock shows a reading; where it never does, the first one after the
  /// gap.
  func last(_ day: Int, _ second: Int) -> Int { shown(day, second).max() ?? gap(day, second) }

  /// The first instant of a date.
  func midnight(_ day: Int) -> Int { first(day, 0) }

  /// A reading as a scenario writes it, with the offset that says which of two is meant.
  func text(_ instant: Int) -> String {
    let offset = offset(instant)
    let local = instant + offset
    let minutes = abs(offset) / 60
    return "\(CivilDay.text(local / CivilDay.seconds))T\(CivilDay.time(local % CivilDay.seconds))"
      + "\(offset < 0 ? "-" : "+")\(CivilDay.two(minutes / 60)):\(CivilDay.two(minutes % 60))"
  }

  private func shown(_ day: Int, _ second: Int) -> [Int] {
    let local = day * CivilDay.seconds + second
    return Set(changes.map(\.offset)).map { local - $0 }.filter { $0 + offset($0) == local }
  }

  private func gap(_ day: Int, _ second: Int) -> Int {
    let local = day * CivilDay.seconds + second
    // The change over which the clock jumps from before the reading to after it.
    for (before, after) in zip(changes, changes.dropFirst())
    where after.at + before.offset <= local && local < after.at + after.offset {
      return after.at
    }
    preconditionFailure("a reading that is never shown lies in a gap")
  }
}
