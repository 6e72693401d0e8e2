package import CivilTime

/// How much of one day a device has seen used.
package struct ObservedUsage: Hashable, Codable, Sendable {
  /// The family's day that was observed.
  package let day: CivilDate
  /// The minutes.
  package let minutes: Int

  /// Makes an observation.
  package init(day: CivilDate, minutes: Int) {
    self.day = day
    self.minutes = minutes
  }
}
