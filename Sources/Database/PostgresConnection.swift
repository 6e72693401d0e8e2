import CPostgreSQL
import Glibc

/// A session of PostgreSQL's, or of any engine that speaks its protocol; ended when it goes.
///
/// Transactions are serialisable. A session that broke is opened anew before the next transaction.
@safe package final class PostgresConnection: SQLConnection {
  private let address: String
  private var handle: OpaquePointer?
  private var prepared: [String: String] = [:]

  /// Connects.
  ///
  /// - Parameter address: A `postgresql://` address, as libpq reads it.
  /// - Throws: `unreachable` with what libpq says.
  package init(address: String) throws(SQLError) {
    self.address = address
    try connect()
  }

  deinit {
    unsafe PQfinish(handle)
  }

  @discardableResult
  package func run(_ sql: String, _ values: [SQLValue]) throws(SQLError) -> [SQLRow] {
    let name = try name(of: sql)
    let texts = values.map(\.postgresText)
    let answer = unsafe PostgresAnswer(
      Self.withCTexts(texts) { pointers in
        unsafe PQexecPrepared(handle, name, Int32(texts.count), pointers, nil, nil, 0)
      })
    return try rows(answer, doing: "run a statement")
  }

  package func execute(_ script: String) throws(SQLError) {
    _ = try rows(unsafe PostgresAnswer(PQexec(handle, script)), doing: "run a script")
  }

  package func begin() throws(SQLError) { try begin("BEGIN ISOLATION LEVEL SERIALIZABLE") }

  package func beginReading() throws(SQLError) {
    try begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
  }

  private func begin(_ statement: String) throws(SQLError) {
    if unsafe PQstatus(handle) != CONNECTION_OK || PQtransactionStatus(handle) != PQTRANS_IDLE {
      try connect()
    }
    do {
      try execute(statement)
    } catch  where error.code == .unreachable {
      // The server ended the session since it was last used: nothing was begun, so once more.
      try connect()
      try execute(statement)
    }
  }

  package func commit() throws(SQLError) {
    let answer = unsafe PostgresAnswer(PQexec(handle, "COMMIT"))
    _ = try rows(answer, doing: "end a transaction")
    // A transaction in which something failed answers the end with a roll-back, and no error.
    guard answer.command == "COMMIT" else {
      throw SQLError(code: .failed, message: "the transaction was undone by the database")
    }
  }

  package func rollBack() {
    switch unsafe PQtransactionStatus(handle) {
    case PQTRANS_IDLE: return
    case PQTRANS_INTRANS, PQTRANS_INERROR:
      let answer = unsafe PostgresAnswer(PQexec(handle, "ROLLBACK"))
      if answer.isGood { return }
    default: break
    }
    disconnect()
  }

  package func ping() throws(SQLError) {
    if unsafe PQstatus(handle) != CONNECTION_OK { try connect() }
    try run("SELECT 1", [])
  }

  // MARK: The session

  private func connect() throws(SQLError) {
    disconnect()
    unsafe handle = PQconnectdb(address)
    guard unsafe PQstatus(handle) == CONNECTION_OK else {
      let reason = reason
      disconnect()
      throw SQLError(code: .unreachable, message: "could not reach the database: \(reason)")
    }
    // A commit that is answered is on the disk of the server, whatever its own settings say.
    try execute(
      """
      SET client_min_messages = warning; SET synchronous_commit = on;
      SET statement_timeout = '10s'; SET lock_timeout = '5s';
      """)
  }

  private func disconnect() {
    unsafe PQfinish(handle)
    unsafe handle = nil
    prepared = [:]
  }

  private func name(of sql: String) throws(SQLError) -> String {
    if let known = prepared[sql] { return known }
    let name = "s\(prepared.count)"
    let answer = unsafe PostgresAnswer(PQprepare(handle, name, sql, 0, nil))
    _ = try rows(answer, doing: "prepare a statement")
    prepared[sql] = name
    return name
  }

  private func rows(_ answer: PostgresAnswer, doing what: String) throws(SQLError) -> [SQLRow] {
    if answer.isGood { return answer.rows }
    let code: SQLError.Code =
      unsafe PQstatus(handle) == CONNECTION_OK
      ? SQLError.Code(sqlState: answer.state) : .unreachable
    throw SQLError(code: code, message: "could not \(what): \(reason)")
  }

  private var reason: String {
    guard let text = unsafe PQerrorMessage(handle) else { return "no connection" }
    return unsafe String(cString: text).split(separator: "\n").joined(separator: " ")
  }

  /// Lends texts as C strings; a missing one is SQL's NULL.
  private static func withCTexts<Result>(
    _ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = unsafe texts.map { text in unsafe text.flatMap { unsafe strdup($0) } }
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe body(copies.map { unsafe UnsafePointer($0) })
  }
}

extension SQLValue {
  /// The value as the protocol's text format writes it; `nil` for nothing.
  fileprivate var postgresText: String? {
    switch self {
    case .null: nil
    case .integer(let number): String(number)
    case .text(let text): text
    }
  }
}

extension SQLError.Code {
  /// Reads a state of the SQL standard.
  fileprivate init(sqlState: String) {
    switch sqlState {
    // Serialisation failed, a deadlock was broken, or a lock was waited for too long.
    case "40001", "40P01", "55P03": self = .conflict
    case let state where state.hasPrefix("08") || state.hasPrefix("57P"): self = .unreachable
    case let state where state.hasPrefix("53"): self = .full
    case let state where state.hasPrefix("XX"): self = .damaged
    case let state where state.hasPrefix("23"): self = .constraint
    default: self = .failed
    }
  }
}
