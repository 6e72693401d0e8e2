import CivilTime
import ScreenTimeModel

/// Counts the use of one selection within a running interval, for all the events that share it.
struct UsageCounter: Sendable {
  let selection: FamilyActivitySelection
  /// What counts: from the interval's start, or from when monitoring started, to the interval's end.
  let span: Span
  /// Use so far.
  private(set) var milliseconds: Int64
  /// The events that have not fired, lowest threshold first.
  private(set) var pending: [PendingThreshold] {
    didSet { next = pending.map(\.nextMilliseconds).min() }
  }
  /// The use at which the next warning or threshold is reached; `nil` when none is left.
  private var next: Int64?

  init(selection: FamilyActivitySelection, span: Span, used: Int64, pending: [PendingThreshold]) {
    self.selection = selection
    self.span = span
    milliseconds = used
    self.pending = pending.sorted()
    next = pending.map(\.nextMilliseconds).min()
  }

  /// Counts the part of `stretch` that lies in the span.
  mutating func count(_ stretch: Span) {
    let start = max(stretch.start, span.start)
    let end = min(stretch.end, span.end)
    if start < end { milliseconds += end.milliseconds - start.milliseconds }
  }

  /// How much more use reaches the next warning or threshold; `nil` when none is left.
  var untilNext: Duration? {
    next.map { .milliseconds(max(0, $0 - milliseconds)) }
  }

  /// Whether there is anything to take out.
  var hasReached: Bool { next.map { $0 <= milliseconds } ?? false }

  /// Takes out what was reached.
  ///
  /// A threshold that was reached isn't warned of any more.
  mutating func takeReached() -> [ReachedThreshold] {
    var reached: [ReachedThreshold] = []
    pending = pending.compactMap { threshold in
      if milliseconds >= threshold.milliseconds {
        reached.append(ReachedThreshold(threshold, isWarning: false))
        return nil
      }
      guard let warning = threshold.warningMilliseconds, milliseconds >= warning else {
        return threshold
      }
      reached.append(ReachedThreshold(threshold, isWarning: true))
      return threshold.warned
    }
    return reached
  }
}

/// An event's threshold that use has still to reach.
struct PendingThreshold: Sendable, Comparable {
  let name: String
  let milliseconds: Int64
  /// Use at which to warn; `nil` when no warning is due (any more).
  let warningMilliseconds: Int64?

  init(name: String, milliseconds: Int64, warningMilliseconds: Int64?) {
    self.name = name
    self.milliseconds = milliseconds
    self.warningMilliseconds = warningMilliseconds
  }

  var nextMilliseconds: Int64 { warningMilliseconds ?? milliseconds }

  var warned: PendingThreshold {
    PendingThreshold(name: name, milliseconds: milliseconds, warningMilliseconds: nil)
  }

  static func < (left: PendingThreshold, right: PendingThreshold) -> Bool {
    (left.milliseconds, left.name) < (right.milliseconds, right.name)
  }
}

/// A threshold that was reached, or is near; lower ones come first.
struct ReachedThreshold: Sendable, Comparable {
  let name: String
  let isWarning: Bool
  private let milliseconds: Int64

  init(_ threshold: PendingThreshold, isWarning: Bool) {
    name = threshold.name
    self.isWarning = isWarning
    milliseconds = threshold.milliseconds
  }

  static func < (left: ReachedThreshold, right: ReachedThreshold) -> Bool {
    (left.milliseconds, left.name) < (right.milliseconds, right.name)
  }
}
