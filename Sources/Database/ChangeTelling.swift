/// A connection that tells cheaply whether anybody else has changed the database.
package protocol ChangeTelling: SQLConnection {
  /// A number that is another one as soon as another connection, of whatever process, has changed anything.
  ///
  /// What this connection changes itself leaves it as it is. Within a transaction it belongs to the moment of
  /// the database that the transaction sees.
  func othersVersion() throws(SQLError) -> Int
}

/// By the counter that SQLite keeps in the file.
extension SQLiteConnection: ChangeTelling {
  package func othersVersion() throws(SQLError) -> Int {
    try run("PRAGMA data_version", [])[0].integer(0)
  }
}
