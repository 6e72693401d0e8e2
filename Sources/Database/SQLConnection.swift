/// A connection to a database, whichever engine it is.
///
/// Statements are written in what both engines have in common, their values as `$1`, `$2`, … in the
/// order in which they first appear. One process uses a connection from one thread.
package protocol SQLConnection: AnyObject {
  /// Runs one statement with its values and answers its rows.
  ///
  /// - Throws: ``SQLError``. Within a transaction the caller has to undo it then.
  @discardableResult
  func run(_ sql: String, _ values: [SQLValue]) throws(SQLError) -> [SQLRow]

  /// Runs statements without values, such as those that make tables.
  func execute(_ script: String) throws(SQLError)

  /// Begins a transaction in which everything is as if nobody else was there; what conflicts with others is
  /// found out at once or at its end.
  func begin() throws(SQLError)

  /// Begins a transaction that only reads, and sees one moment of the database.
  func beginReading() throws(SQLError)

  /// Ends the transaction; when this returns, it is on the disk.
  ///
  /// - Throws: `conflict` where it has to be done again: nothing of it was kept.
  func commit() throws(SQLError)

  /// Undoes the transaction. Never fails: a connection on which that isn't possible is given up, and the
  /// engine undoes it.
  func rollBack()

  /// Whether the database answers.
  func ping() throws(SQLError)
}

extension SQLConnection {
  /// Runs a statement without values.
  @discardableResult
  package func run(_ sql: String) throws(SQLError) -> [SQLRow] { try run(sql, []) }

  /// Does `body` whole or not at all, and again where others were in the way.
  ///
  /// It isn't begun again once it has taken ten seconds: whoever waits for it is told so then.
  ///
  /// - Parameters:
  ///   - attempts: How often it is tried at most.
  ///   - isReading: Whether nothing is changed; it then waits for nobody.
  ///   - body: What is done; it may run several times.
  /// - Throws: What `body` throws, and ``SQLError``; nothing is changed then.
  package func transaction<Result>(
    attempts: Int = 10, isReading: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    let end = ContinuousClock.now + .seconds(10)
    var left = attempts
    while true {
      left -= 1
      do {
        if isReading { try beginReading() } else { try begin() }
        let result = try body()
        try commit()
        return result
      } catch let error as SQLError
        where ContinuousClock.now < end && Self.mayBeOthers(error, left, of: attempts)
      {
        rollBack()
        Backoff.pause(beforeAttempt: attempts - left)
      } catch {
        rollBack()
        throw error
      }
    }
  }

  /// Whether a transaction is worth doing again.
  ///
  /// PostgreSQL tells who lost a race for a value that has to be the only one of its kind of that value,
  /// not of the race; done again it sees the other's. Twice is enough to tell a race from a mistake.
  private static func mayBeOthers(_ error: SQLError, _ left: Int, of attempts: Int) -> Bool {
    switch error.code {
    case .conflict: left > 0
    case .constraint: left > 0 && attempts - left <= 2
    case .unreachable, .full, .damaged, .newer, .failed: false
    }
  }

  /// Does `body` whole or not at all within a transaction that goes on either way.
  package func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try run("SAVEPOINT part")
    do {
      let result = try body()
      try run("RELEASE SAVEPOINT part")
      return result
    } catch let error as SQLError {
      // SQLite undoes a whole transaction where the disk is full; then there is no part to undo, and what
      // counts is why. The caller gives the transaction up either way.
      try? undoPart()
      throw error
    } catch {
      try undoPart()
      throw error
    }
  }

  private func undoPart() throws(SQLError) {
    try run("ROLLBACK TO SAVEPOINT part")
    try run("RELEASE SAVEPOINT part")
  }
}
