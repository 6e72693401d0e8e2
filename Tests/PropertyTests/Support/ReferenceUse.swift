/// What was in front, and what of it was use, day by day.
struct ReferenceUse: Sendable {
  private struct Stretch: Sendable {
    let seconds: Int
    let front: Set<String>
    let inUse: Set<String>
  }

  private var days: [Int: [Stretch]] = [:]

  /// Adds a stretch that lies in one day.
  mutating func add(
    _ start: Int, _ end: Int, on day: Int, front: Set<String>, inUse: Set<String>
  ) {
    guard !front.isEmpty, start < end else { return }
    days[day, default: []].append(Stretch(seconds: end - start, front: front, inUse: inUse))
  }

  /// How long at least one application was in use of which `matches` holds: two at once count once (L2).
  func seconds(on day: Int, where matches: (String) -> Bool) -> Int {
    (days[day] ?? []).reduce(0) { $0 + ($1.inUse.contains(where: matches) ? $1.seconds : 0) }
  }

  /// How long one was in front, shielded or not, on a day or the days beside it.
  func possibleSeconds(on day: Int, where matches: (String) -> Bool) -> Int {
    (day - 1...day + 1).reduce(0) { sum, day in
      (days[day] ?? []).reduce(sum) { $0 + ($1.front.contains(where: matches) ? $1.seconds : 0) }
    }
  }
}
