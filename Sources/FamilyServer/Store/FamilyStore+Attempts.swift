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
    let since = Int64(row.integer(0))
    let end = since + Self.failureSpan
    // Counted by a clock that was far ahead: nobody is locked out until then.
    guard since <= now.seconds + Self.failureSpan, now.seconds < end,
      row.integer(1) >= Self.mostFailures
    else { return }
    var error = FamilyError(.tooMany, "too many failed attempts; try again later")
    error.retryAfter = Int(end - now.seconds)
    throw error
  }

  /// Counts a failure.
  package func countFailure(of subject: String, at now: Instant) throws {
    try connection.run(
      "DELETE FROM attempt WHERE since <= $1 OR since > $2",
      [
        .integer(now.seconds - Self.failureSpan), .integer(now.seconds + Self.failureSpan),
      ])
    try connection.run(
      """
      INSERT INTO attempt (subject, since, failures) VALUES ($1, $2, 1)
      ON CONFLICT (subject) DO UPDATE SET failures = attempt.failures + 1
      """, [.text(subject), .integer(now.seconds)])
  }

  /// Writes something small and takes it away again, to see whether there is room.
  ///
  /// - Throws: ``SQLError`` where nothing can be written.
  package func checkRoom(at now: Instant) throws {
    let subject = "room"
    try transaction { try countFailure(of: subject, at: now) }
    try transaction {
      _ = try connection.run("DELETE FROM attempt WHERE subject = $1", [.text(subject)])
    }
  }
}
