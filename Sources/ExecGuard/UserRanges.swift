/// The users whose starts and processes are ours to deny: ranges of real user ids.
package struct UserRanges: Hashable, Sendable {
  /// The ranges, sorted by their first id.
  package let ranges: [ClosedRange<UInt32>]

  /// Makes a set of users of ranges in any order.
  package init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = ranges.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
  }

  /// Whether `user` is one of them.
  package func contains(_ user: UInt32) -> Bool {
    ranges.contains { $0.contains(user) }
  }
}
