import CSQLite

/// An open SQLite file, closed when it goes.
///
/// What is committed is on the disk: `synchronous = FULL`, and a write-ahead log once ``useLog()`` was
/// called; foreign keys are enforced.
@safe struct Database: ~Copyable {
  /// Milliseconds to wait for another process that writes.
  private static let patience: Int32 = 5000

  private let handle: OpaquePointer
  /// Where the file lies.
  let path: String

  /// Opens or makes the file at `path`; what it holds is not touched by that.
  ///
  /// - Throws: ``StorageError``; `damaged` where the file isn't a database.
  static func open(at path: String) throws(StorageError) -> Database {
    let database = unsafe Database(try handle(of: path), at: path)
    _ = unsafe sqlite3_busy_timeout(database.handle, patience)
    _ = unsafe sqlite3_extended_result_codes(database.handle, 1)
    try database.execute("PRAGMA synchronous = FULL")
    try database.execute("PRAGMA foreign_keys = ON")
    try database.execute("PRAGMA trusted_schema = OFF")
    return database
  }

  private init(_ handle: OpaquePointer, at path: String) {
    unsafe self.handle = handle
    self.path = path
  }

  private static func handle(of path: String) throws(StorageError) -> OpaquePointer {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let result = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard result == SQLITE_OK, let handle = unsafe opened else {
      let reason = unsafe opened.map { unsafe message(of: $0) } ?? "out of memory"
      _ = unsafe sqlite3_close_v2(opened)
      throw .from(result: result, doing: "open \"\(path)\"", reason: reason)
    }
    return unsafe handle
  }

  deinit {
    _ = unsafe sqlite3_close_v2(handle)
  }

  /// Has changes written to a log first, so that readers don't wait; the file remembers that.
  func useLog() throws(StorageError) {
    try execute("PRAGMA journal_mode = WAL")
  }

  /// Runs statements that answer nothing.
  func execute(_ sql: String) throws(StorageError) {
    let result = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else {
      throw unsafe .from(
        result: result, doing: "use \"\(path)\"", reason: Self.message(of: handle))
    }
  }

  /// Runs one statement with its values.
  func run(_ sql: String, _ values: [SQLValue] = []) throws(StorageError) {
    let statement = try unsafe Statement(sql, in: handle)
    try statement.bind(values)
    while try statement.step() {}
  }

  /// Asks a question and reads each row of its answer.
  func rows<Row>(
    _ sql: String, _ values: [SQLValue] = [],
    _ read: (borrowing Statement) throws(StorageError) -> Row
  ) throws(StorageError) -> [Row] {
    let statement = try unsafe Statement(sql, in: handle)
    try statement.bind(values)
    var found: [Row] = []
    while try statement.step() { found.append(try read(statement)) }
    return found
  }

  /// A number that is another one when another process, or another connection, has changed the file; what
  /// is changed through this one doesn't count.
  func version() throws(StorageError) -> Int {
    try rows("PRAGMA data_version") { row throws(StorageError) in row.integer(0) ?? 0 }.first ?? 0
  }

  /// Does `body` whole or not at all; nobody else writes meanwhile.
  func transaction<Result>(
    _ body: () throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // Where SQLite has rolled back by itself, as on a full disk, there is nothing left to undo.
      if unsafe sqlite3_get_autocommit(handle) == 0 {
        _ = unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      }
      throw error
    }
  }

  /// Whether there is a table of this name.
  func hasTable(_ name: String) throws(StorageError) -> Bool {
    try !rows(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(name)]
    ) { _ throws(StorageError) in true }.isEmpty
  }

  /// Whether there is any table at all.
  func hasTables() throws(StorageError) -> Bool {
    try !rows("SELECT 1 FROM sqlite_master LIMIT 1") { _ throws(StorageError) in true }.isEmpty
  }

  /// Writes the whole content to a new file at `path`, which must not be there yet.
  func copy(to path: String) throws(StorageError) {
    try run("VACUUM INTO ?", [.text(path)])
  }

  /// Looks at the whole file.
  ///
  /// - Throws: `damaged` with the first of what SQLite finds.
  func checkIntegrity() throws(StorageError) {
    let findings = try rows("PRAGMA integrity_check(1)") { row throws(StorageError) in
      row.text(0) ?? ""
    }
    guard findings == ["ok"] else {
      throw StorageError(
        code: .damaged, message: "\"\(path)\" is damaged: \(findings.first ?? "no answer")")
    }
  }

  /// What SQLite says about its last failure.
  static func message(of handle: OpaquePointer) -> String {
    unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) } ?? "no reason given"
  }
}
