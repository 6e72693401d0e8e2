/// What can go wrong on an extension's way to its callbacks: what people know from real devices.
///
/// An extension that works out anew what holds at its context's moment, whichever callback woke it,
/// ends right under all of them.
public enum CallbackTrouble: Hashable, Sendable {
  /// Nothing: each callback comes once, at its time, in order.
  case none
  /// No callback comes, and the service believes that they were taken.
  case lost
  /// Each comes so much later.
  case late(by: Duration)
  /// Each comes twice.
  case twice
  /// Those that are due together come in reverse order.
  case reversed
  /// As soon as an interval starts, all its thresholds are reported reached at once, whatever the use.
  case allAtStart
  /// None comes before somebody uses the device; see ``TestPlatform/inFront``.
  case onlyWhenUsed
}
