package import CivilTime

/// The moment at which rules are judged: the trusted one and, while the wall clock is suspect, the
/// wall clock's as well (decision C3).
///
/// Every decision is asked of both and the stricter answer holds, so setting the clock never opens
/// anything.
package struct Moments: Hashable, Sendable {
  /// The local day of the trusted time.
  package let day: LocalDay
  /// The local day of the wall clock; `nil` where it can be trusted.
  package let suspect: LocalDay?
  /// The date whose budget holds: today's, or while the clocks name different days the one on which they
  /// last named the same.
  package let budgetDay: CivilDate

  /// Joins the trusted moment and what the wall clock says, where that can't be trusted.
  package init(_ trusted: Moment, suspicion: Suspicion? = nil) {
    day = LocalDay(trusted)
    suspect = suspicion.map { LocalDay(Moment($0.wall, in: trusted.zone)) }
    guard let suspicion, let suspect, suspect.date != day.date else {
      budgetDay = day.date
      return
    }
    budgetDay = min(day.date, Moment(suspicion.agreed, in: trusted.zone).date)
  }

  /// The trusted moment: what the words on the screen are about, and what is recorded.
  package var trusted: Moment { day.moment }
  /// The trusted instant.
  package var now: Instant { day.now }

  /// How far the wall clock is ahead of the trusted time.
  var shift: Duration { suspect.map { $0.now - day.now } ?? .zero }
}
