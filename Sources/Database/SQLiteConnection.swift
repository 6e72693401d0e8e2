import CSQLite

/// A file of SQLite's, closed when it goes.
///
/// Readers and one writer at a time (a write-ahead log); a transaction takes the writer's place when it
/// begins, waits for it for a few seconds, and is on the disk when it ends (`synchronous = FULL`).
@safe package final class SQLiteConnection: SQLConnection {
  /// Milliseconds to wait for another process that writes.
  private static let patience: Int32 = 5000

  private let path: String
  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]

  /// Opens or makes the file at `path`.
  ///
  /// - Throws: `damaged` for a file that isn't a database, or whose pages don't fit together; it is left as
  ///   it is then. `unreachable` where it can't be opened.
  package init(path: String) throws(SQLError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let result = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard let handle = unsafe opened else {
      throw SQLError(code: .failed, message: "could not open \"\(path)\": out of memory")
    }
    self.path = path
    unsafe self.handle = handle
    guard result == SQLITE_OK else { throw failure(result, doing: "open \"\(path)\"") }
    _ = unsafe sqlite3_busy_timeout(handle, Self.patience)
    _ = unsafe sqlite3_extended_result_codes(handle, 1)
    do {
      try execute(
        """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
        PRAGMA trusted_schema = OFF;
        """)
      try check()
    } catch {
      throw SQLError(code: error.code, message: "could not open \"\(path)\": \(error.message)")
    }
  }

  /// Looks whether the pages fit together: better no start than answers from half a database.
  private func check() throws(SQLError) {
    let found = try run("PRAGMA quick_check(1)", []).first?.text(0) ?? "no answer"
    guard found == "ok" else {
      let reason = found.split(separator: "\n").joined(separator: " ")
      throw SQLError(code: .damaged, message: "the file is damaged: \(reason)")
    }
  }

  deinit {
    statements = [:]
    _ = unsafe sqlite3_close_v2(handle)
  }

  @discardableResult
  package func run(_ sql: String, _ values: [SQLValue]) throws(SQLError) -> [SQLRow] {
    let statement = try statement(sql)
    let (rows, result) = statement.run(values)
    guard let rows else { throw failure(result, doing: "run a statement") }
    return rows
  }

  package func execute(_ script: String) throws(SQLError) {
    let result = unsafe sqlite3_exec(handle, script, nil, nil, nil)
    guard result == SQLITE_OK else { throw failure(result, doing: "run a script") }
  }

  package func begin() throws(SQLError) {
    try checkPlace()
    try run("BEGIN IMMEDIATE", [])
  }

  package func beginReading() throws(SQLError) {
    try checkPlace()
    try run("BEGIN", [])
  }

  package func commit() throws(SQLError) { try run("COMMIT", []) }

  package func rollBack() {
    guard unsafe sqlite3_get_autocommit(handle) == 0 else { return }
    _ = unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  package func ping() throws(SQLError) {
    try checkPlace()
    try run("SELECT 1 FROM sqlite_schema LIMIT 1", [])
  }

  /// Looks whether the file is still the one at its path.
  ///
  /// What is written to one that was removed or replaced is gone when the last process has closed it, and
  /// what is read from it holds no more.
  private func checkPlace() throws(SQLError) {
    var isElsewhere: Int32 = 0
    // A database in memory has no place, and is not asked for one.
    let result = unsafe sqlite3_file_control(
      handle, "main", SQLITE_FCNTL_HAS_MOVED, &isElsewhere)
    guard result == SQLITE_OK, isElsewhere != 0 else { return }
    throw SQLError(
      code: .unreachable,
      message: "the file \"\(path)\" was removed or replaced; start the server again")
  }

  private func statement(_ sql: String) throws(SQLError) -> SQLiteStatement {
    if let known = statements[sql] { return known }
    var prepared: OpaquePointer?
    let result = unsafe sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
    guard result == SQLITE_OK, let made = unsafe prepared else {
      throw failure(result, doing: "prepare a statement")
    }
    let statement = unsafe SQLiteStatement(made)
    statements[sql] = statement
    return statement
  }

  private func failure(_ result: Int32, doing what: String) -> SQLError {
    let reason = unsafe String(cString: sqlite3_errmsg(handle))
    return SQLError(code: SQLError.Code(sqlite: result), message: "could not \(what): \(reason)")
  }
}

extension SQLError.Code {
  /// Reads a result of SQLite's; the extended ones say the same in more detail.
  fileprivate init(sqlite result: Int32) {
    switch result & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .conflict
    case SQLITE_FULL: self = .full
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged
    case SQLITE_CONSTRAINT: self = .constraint
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY, SQLITE_IOERR: self = .unreachable
    default: self = .failed
    }
  }
}
