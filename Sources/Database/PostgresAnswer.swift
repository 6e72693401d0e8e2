import CPostgreSQL

/// What PostgreSQL answered, cleared when it goes.
@safe final class PostgresAnswer {
  /// The numbers by which PostgreSQL calls its types of whole numbers.
  private static let wholeNumbers: Set<Oid> = [20, 21, 23]

  private let handle: OpaquePointer?

  /// Takes over an answer; libpq has none where it has no memory or no connection.
  init(_ handle: OpaquePointer?) {
    unsafe self.handle = handle
  }

  deinit {
    unsafe PQclear(handle)
  }

  /// Whether the statement was carried out.
  var isGood: Bool {
    let status = unsafe PQresultStatus(handle)
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK
  }

  /// The state of the SQL standard; empty where there is none.
  var state: String {
    unsafe PQresultErrorField(handle, Self.stateField).map { unsafe String(cString: $0) } ?? ""
  }

  /// What was carried out, `COMMIT`.
  var command: String {
    unsafe PQcmdStatus(handle).map { unsafe String(cString: $0) } ?? ""
  }

  /// The rows.
  var rows: [SQLRow] {
    let columns = unsafe PQnfields(handle)
    return unsafe (0..<PQntuples(handle)).map { row in
      SQLRow((0..<columns).map { value(row, $0) })
    }
  }

  private func value(_ row: Int32, _ column: Int32) -> SQLValue {
    if unsafe PQgetisnull(handle, row, column) == 1 { return .null }
    let text = unsafe String(cString: PQgetvalue(handle, row, column))
    guard Self.wholeNumbers.contains(unsafe PQftype(handle, column)), let number = Int64(text)
    else { return .text(text) }
    return .integer(number)
  }

  /// `PG_DIAG_SQLSTATE`, a character constant that Swift doesn't import.
  private static var stateField: Int32 { Int32(UInt8(ascii: "C")) }
}
