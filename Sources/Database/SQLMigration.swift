/// One named step of a database's layout.
///
/// A step that was ever released is never edited: a change of the layout is a new step at the end.
package struct SQLMigration: Sendable {
  /// The step's name, which the database remembers.
  package let name: String
  /// The statements, in what both engines have in common.
  package let script: String

  /// Makes a step.
  package init(name: String, script: String) {
    self.name = name
    self.script = script
  }

  /// Brings a database to the newest layout, all due steps in one transaction.
  ///
  /// Any number of processes may do it at once: one does it, the others find it done.
  ///
  /// - Throws: `newer` where the database names a step that is none of `steps`; nothing of it is
  ///   touched then.
  package static func migrate(
    _ connection: any SQLConnection, with steps: [SQLMigration]
  ) throws {
    try prepare(connection)
    do {
      try apply(steps, to: connection)
    } catch let error as SQLError where error.code == .constraint {
      // Another process made the same tables just now.
      try apply(steps, to: connection)
    }
  }

  private static func apply(_ steps: [SQLMigration], to connection: any SQLConnection) throws {
    try connection.transaction(attempts: 30) {
      let done = try connection.run("SELECT name FROM migration").map { $0.text(0) }
      if let unknown = done.sorted().first(where: { name in
        !steps.contains { $0.name == name }
      }) {
        throw SQLError(
          code: .newer,
          message: "the database was written by a newer version of the program: it has"
            + " \"\(unknown)\"")
      }
      for step in steps where !done.contains(step.name) {
        try connection.execute(step.script)
        try connection.run("INSERT INTO migration VALUES ($1)", [.text(step.name)])
      }
    }
  }

  /// Makes the table of steps.
  ///
  /// PostgreSQL's `IF NOT EXISTS` isn't proof against two that make it at once: the later one is told that
  /// a name is taken, and finds it there then.
  private static func prepare(_ connection: any SQLConnection) throws(SQLError) {
    let statement = "CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)"
    do {
      try connection.execute(statement)
    } catch  where error.code == .constraint || error.code == .conflict {
      try connection.execute(statement)
    }
  }
}
