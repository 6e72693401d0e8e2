package import CivilTime
package import OpenAppLockProtocol

/// What is wrong right now, by where it was found, with the time at which it was first met.
///
/// Whoever looks for faults replaces all that it found before; one that is found again keeps its time.
package struct FaultBook {
  /// Who looks for faults.
  package enum Source: Hashable, CaseIterable {
    /// The rules' file.
    case storage
    /// The documents of the app group.
    case group
    /// The monitoring of activities.
    case scheduler
    /// The stores.
    case enforcement
    /// What the platform can't enforce here.
    case platform
  }

  private var found: [Source: [FaultEntry]] = [:]

  /// Makes an empty book.
  package init() {}

  /// Every fault, oldest first.
  package var entries: [FaultEntry] {
    Source.allCases.flatMap { found[$0] ?? [] }.sorted { $0.since < $1.since }
  }

  /// Puts down all that a source finds wrong now.
  package mutating func replace(
    _ source: Source, with faults: [(code: String, message: String)], at now: Instant
  ) {
    let earlier = found[source] ?? []
    found[source] = faults.map { fault in
      let known = earlier.first { $0.code == fault.code && $0.message == fault.message }
      return known ?? FaultEntry(code: fault.code, message: fault.message, since: now)
    }
  }
}
