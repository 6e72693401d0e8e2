/// What is known while the wall clock can't be trusted (decision C3).
///
/// Every question is asked of both times then and the stricter answer holds; and no new day's budget
/// comes before both name the same day again.
public struct Suspicion: Hashable, Sendable, Codable {
  /// What the wall clock says.
  public let wall: Instant
  /// The trusted time at which both last named the same day.
  public let agreed: Instant

  /// Joins the two.
  public init(wall: Instant, agreed: Instant) {
    self.wall = wall
    self.agreed = agreed
  }
}
