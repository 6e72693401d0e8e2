/// What is claimed of a machine while a trace is played.
struct TraceClaims: Sendable {
  /// Changes what the reference says of an application's shield; a test of the shrinker uses it to be
  /// wrong on purpose.
  var isShielded: @Sendable (ReferenceMachine, String) -> Bool = { $0.shielded.contains($1) }

  /// What the rules document says.
  static let rules = TraceClaims()
}
