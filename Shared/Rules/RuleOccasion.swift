package import CivilTime

/// What a rule has in store for one of its days.
package enum RuleOccasion: Hashable, Sendable {
  /// It blocks for a span; `planned` is how long its readings are apart on a day of 24 hours.
  case window(Span, planned: Duration)
  /// It would block, but the clock is set forward over all of its window (decision W3).
  case skipped(DailyWindow)
  /// It counts use, and blocks after so many minutes.
  case minutes(Int)
  /// It grants so many opens.
  case opens(Int)

  /// When it begins, for a window.
  package var start: Instant? { span?.start }

  /// When it ends, for a window.
  package var end: Instant? { span?.end }

  /// The budget of a day that counts use.
  package var minutes: Int? { if case .minutes(let minutes) = self { minutes } else { nil } }

  /// The budget of a day that grants opens.
  package var opens: Int? { if case .opens(let opens) = self { opens } else { nil } }

  /// Whether it goes on for the whole day.
  var isWholeDay: Bool { minutes != nil || opens != nil }

  private var span: Span? { if case .window(let span, _) = self { span } else { nil } }
}
