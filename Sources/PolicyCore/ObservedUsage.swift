package import CivilTime

/// How much of a day a device has seen used: the highest threshold that was reached.
package struct ObservedUsage: Hashable, Codable, Sendable {
  /// The family's day that was observed.
  package let day: CivilDate
  /// The minutes; they only grow within a day.
  package let minutes: Int

  /// Makes an observation.
  package init(day: CivilDate, minutes: Int) {
    self.day = day
    self.minutes = minutes
  }

  /// The observation as it stands on a day: nothing has been used of a new one.
  ///
  /// A day that is over never comes back: an observation of a later day than the one asked for, which
  /// a clock that was set back brings about, stays.
  package func rolled(to today: CivilDate) -> ObservedUsage {
    today > day ? ObservedUsage(day: today, minutes: 0) : self
  }

  /// The observation after a threshold was reached; a lower or repeated one refunds nothing.
  package func reaching(_ threshold: Int, on today: CivilDate) -> ObservedUsage {
    let current = rolled(to: today)
    guard current.day == today else { return current }
    return ObservedUsage(day: today, minutes: max(current.minutes, threshold))
  }
}
