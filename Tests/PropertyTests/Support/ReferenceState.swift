/// What a rule does, as the rules document says it.
enum ReferenceState: Hashable, Sendable {
  /// It neither shields nor counts.
  case idle
  /// A soft unblock holds.
  case paused(until: Int)
  /// It blocks.
  case active(until: Int)
  /// It shields, and has opens left.
  case gated(left: Int)
  /// An open was granted.
  case session(until: Int)
  /// It counts use.
  case counting(left: Int)

  /// Until when it blocks.
  var blockEnd: Int? { if case .active(let until) = self { until } else { nil } }

  /// Whether it blocks.
  var blocks: Bool { blockEnd != nil }

  /// Whether its store shields.
  var shields: Bool {
    switch self {
    case .active, .gated: true
    case .idle, .paused, .session, .counting: false
    }
  }

  /// Of what holds by the trusted time and by a suspect wall clock, the stricter one (C3).
  static func stricter(_ trusted: ReferenceState, _ suspect: ReferenceState) -> ReferenceState {
    if trusted.blocks { return trusted }
    if suspect.blocks { return suspect }
    switch (trusted, suspect) {
    case (.gated(let one), .gated(let other)): return .gated(left: min(one, other))
    case (_, .gated): return suspect
    default: return trusted
    }
  }
}
