import CSQLite

/// A prepared statement, finalized when it goes.
@safe final class SQLiteStatement {
  private let handle: OpaquePointer

  /// Takes over a statement that was prepared.
  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    _ = unsafe sqlite3_finalize(handle)
  }

  /// Runs the statement to its end; no rows, but SQLite's result, where it failed.
  func run(_ values: [SQLValue]) -> (rows: [SQLRow]?, result: Int32) {
    defer {
      _ = unsafe sqlite3_reset(handle)
      _ = unsafe sqlite3_clear_bindings(handle)
    }
    for (index, value) in values.enumerated() {
      let result = bind(value, at: Int32(index + 1))
      guard result == SQLITE_OK else { return (nil, result) }
    }
    var rows: [SQLRow] = []
    while true {
      let result = unsafe sqlite3_step(handle)
      switch result {
      case SQLITE_ROW: rows.append(row())
      case SQLITE_DONE: return (rows, result)
      default: return (nil, result)
      }
    }
  }

  private func bind(_ value: SQLValue, at position: Int32) -> Int32 {
    switch value {
    case .null: unsafe sqlite3_bind_null(handle, position)
    case .integer(let number): unsafe sqlite3_bind_int64(handle, position, number)
    case .text(let text):
      unsafe sqlite3_bind_text(
        handle, position, text, Int32(text.utf8.count), Self.copiedBySQLite)
    }
  }

  private func row() -> SQLRow {
    SQLRow(unsafe (0..<sqlite3_column_count(handle)).map(value))
  }

  private func value(_ column: Int32) -> SQLValue {
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(unsafe sqlite3_column_int64(handle, column))
    default:
      .text(unsafe sqlite3_column_text(handle, column).map { unsafe String(cString: $0) } ?? "")
    }
  }

  /// Tells SQLite to copy a text before the call returns: `SQLITE_TRANSIENT`, which is a cast that
  /// Swift doesn't import.
  private static var copiedBySQLite: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
