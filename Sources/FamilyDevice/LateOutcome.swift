/// What became of answers whose own answer had been lost on its way.
package enum LateOutcome: Hashable, Sendable {
  /// They were graded, once, whenever that was.
  case graded(ChallengeOutcome)
  /// They never reached the server in time, and why they count no more.
  case tooLate(String)
}
