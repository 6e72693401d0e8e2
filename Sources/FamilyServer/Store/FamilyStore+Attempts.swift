package import CivilTime
import Database

extension FamilyStore {
  /// How many failures are let by within the span.
  private static let mostFailures = 10
  /// The span in which failures are counted.
  private static let failureSpan: Int64 = 600

  /// Refuses somebody who has failed too often lately.
  ///
  /// Kept in the database, so that any number of servers count together.
  ///
  /// - Parameter subject: Who tries what, such as `sign-in 127.0.0.1`.
  /// - Throws: `tooMany` with the seconds to wait.
  package func checkAttempts(of subject: String, at now: Instant) throws {
    let rows = try connection.run(
      "SELECT since, failures FROM attempt WHERE subject = $1", [.text(subject)])
    guard let row = rows.first else { return }
    let end = Int64(row.integer(0)) + Self.failureSpan
    guard now.seconds < end, row.integer(1) >= Self.mostFailures else { return }
    var error = FamilyError(.tooMany, "too many failed attempts; try again later")
    error.retryAfter = Int(end - now.seconds)
    throw error
  }

  /// Counts a failure.
  package func countFailure(of subject: String, at now: Instant) throws {
    try connection.run(
      "DELETE FROM attempt WHERE since <= $1", [.integer(now.seconds - Self.failureSpan)])
    try connection.run(
      """
      INSERT INTO attempt (subject, since, failures) VALUES ($1, $2, 1)
      ON CONFLICT (subject) DO UPDATE SET failures = attempt.failures + 1
      """, [.text(subject), .integer(now.seconds)])
  }
}
