import CSQLite

/// A prepared statement, finalized when it goes.
@safe struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let sql: String

  /// Prepares `sql`, one statement, against an open database.
  ///
  /// - Throws: ``StorageError``.
  init(_ sql: String, in database: OpaquePointer) throws(StorageError) {
    var prepared: OpaquePointer?
    let result = unsafe sqlite3_prepare_v2(database, sql, -1, &prepared, nil)
    guard result == SQLITE_OK, let statement = unsafe prepared else {
      throw unsafe .from(
        result: result, doing: "prepare a question", reason: Database.message(of: database))
    }
    unsafe handle = statement
    self.sql = sql
  }

  deinit {
    _ = unsafe sqlite3_finalize(handle)
  }

  /// Gives the statement's parameters their values, in order.
  func bind(_ values: [SQLValue]) throws(StorageError) {
    for (index, value) in values.enumerated() {
      let position = Int32(index + 1)
      let result =
        switch value {
        case .null: unsafe sqlite3_bind_null(handle, position)
        case .integer(let number): unsafe sqlite3_bind_int64(handle, position, number)
        case .text(let text):
          unsafe sqlite3_bind_text(
            handle, position, text, Int32(text.utf8.count), Self.copiedBySQLite)
        }
      guard result == SQLITE_OK else { throw failure(result) }
    }
  }

  /// Goes on to the next row; `false` after the last one.
  func step() throws(StorageError) -> Bool {
    let result = unsafe sqlite3_step(handle)
    switch result {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure(result)
    }
  }

  /// Reads a column of the current row as a number; `nil` for nothing.
  func integer(_ column: Int32) -> Int? {
    guard unsafe sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
    return Int(unsafe sqlite3_column_int64(handle, column))
  }

  /// Reads a column of the current row as a text; `nil` for nothing.
  func text(_ column: Int32) -> String? {
    guard let bytes = unsafe sqlite3_column_text(handle, column) else { return nil }
    return unsafe String(cString: bytes)
  }

  /// Tells SQLite to copy a text before the call returns: `SQLITE_TRANSIENT`, which is a cast that
  /// Swift doesn't import.
  private static var copiedBySQLite: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private func failure(_ result: Int32) -> StorageError {
    let database = unsafe sqlite3_db_handle(handle)
    let reason = unsafe database.map { unsafe Database.message(of: $0) } ?? "error \(result)"
    return .from(result: result, doing: "read or store the rules", reason: reason)
  }
}
