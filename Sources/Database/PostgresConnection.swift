import CPostgreSQL
import Glibc

/// A session of PostgreSQL's, or of any engine that speaks its protocol; ended when it goes.
///
/// Transactions are serialisable. A session that broke is opened anew before the next transaction, and a
/// server that says nothing for a while is one that can't be reached.
@safe package final class PostgresConnection: SQLConnection {
  /// Seconds to wait for a session; whoever wants others says so in the address.
  private static let connectPatience = 5
  private let address: String
  private let patience: Int
  private var handle: OpaquePointer?
  private var prepared: [String: String] = [:]

  /// Connects.
  ///
  /// - Parameters:
  ///   - address: A `postgresql://` address, as libpq reads it.
  ///   - patience: Seconds to wait for an answer: longer than the server itself works at a statement.
  /// - Throws: `unreachable` with what libpq says.
  package init(address: String, patience: Int = 15) throws(SQLError) {
    self.address = address
    self.patience = patience
    try connect()
  }

  deinit {
    unsafe PQfinish(handle)
  }

  @discardableResult
  package func run(_ sql: String, _ values: [SQLValue]) throws(SQLError) -> [SQLRow] {
    let name = try name(of: sql)
    let texts = values.map(\.postgresText)
    let answer = try answer(toWhat: "run a statement") {
      unsafe Self.withCTexts(texts) { pointers in
        unsafe PQsendQueryPrepared(handle, name, Int32(texts.count), pointers, nil, nil, 0)
      }
    }
    return try rows(answer, doing: "run a statement")
  }

  package func execute(_ script: String) throws(SQLError) {
    let answer = try answer(toWhat: "run a script") { unsafe PQsendQuery(handle, script) }
    _ = try rows(answer, doing: "run a script")
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
    } catch  where error.code == .unreachable && hasSession {
      // The server ended the session since it was last used: nothing was begun, so once more. One that was
      // waited for in vain has been given up, and isn't waited for twice.
      try connect()
      try execute(statement)
    }
  }

  package func commit() throws(SQLError) {
    let answer = try answer(toWhat: "end a transaction") { unsafe PQsendQuery(handle, "COMMIT") }
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
      let answer = try? answer(toWhat: "undo a transaction") {
        unsafe PQsendQuery(handle, "ROLLBACK")
      }
      if answer?.isGood == true { return }
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
    unsafe handle = newSession()
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

  private var hasSession: Bool { unsafe handle != nil }

  /// Asks for a session; what stands before the address in the list is only what it doesn't say itself.
  private func newSession() -> OpaquePointer? {
    let settings = [
      ("fallback_application_name", "family-server"),
      ("connect_timeout", "\(Self.connectPatience)"),
      // A machine that is gone without a word is noticed.
      ("tcp_user_timeout", "\(patience * 1000)"), ("keepalives_idle", "10"),
      ("keepalives_interval", "5"), ("keepalives_count", "2"),
      ("dbname", address), ("client_encoding", "UTF8"),
    ]
    return unsafe Self.withCTexts(settings.map { $0.0 } + [nil]) { names in
      unsafe Self.withCTexts(settings.map { $0.1 } + [nil]) { values in
        unsafe PQconnectdbParams(names, values, 1)
      }
    }
  }

  /// Sends something and waits for the last answer to it.
  ///
  /// - Throws: `unreachable` where none comes for too long; the session is given up then, and with it
  ///   whatever was begun.
  private func answer(
    toWhat what: String, _ send: () -> Int32
  ) throws(SQLError) -> PostgresAnswer {
    guard send() == 1 else { return unsafe PostgresAnswer(nil) }
    let end = ContinuousClock.now + .seconds(patience)
    var last = unsafe PostgresAnswer(nil)
    while true {
      while unsafe PQisBusy(handle) == 1 {
        guard waitForInput(until: end) else {
          disconnect()
          throw SQLError(
            code: .unreachable,
            message: "could not \(what): no answer for \(patience) seconds")
        }
        // What can't be read is a broken session, and the next answer says so.
        guard unsafe PQconsumeInput(handle) == 1 else { break }
      }
      guard let next = unsafe PQgetResult(handle) else { return last }
      last = unsafe PostgresAnswer(next)
    }
  }

  private func waitForInput(until end: ContinuousClock.Instant) -> Bool {
    while true {
      let left = (end - ContinuousClock.now) / .milliseconds(1)
      var socket = pollfd(fd: unsafe PQsocket(handle), events: Int16(POLLIN), revents: 0)
      guard left > 0, socket.fd >= 0 else { return socket.fd < 0 }
      let count = unsafe poll(&socket, 1, Int32(left.rounded(.up)))
      if count != 0, count > 0 || errno != EINTR { return true }
    }
  }

  private func disconnect() {
    unsafe PQfinish(handle)
    unsafe handle = nil
    prepared = [:]
  }

  private func name(of sql: String) throws(SQLError) -> String {
    if let known = prepared[sql] { return known }
    let name = "s\(prepared.count)"
    let answer = try answer(toWhat: "prepare a statement") {
      unsafe PQsendPrepare(handle, name, sql, 0, nil)
    }
    _ = try rows(answer, doing: "prepare a statement")
    prepared[sql] = name
    return name
  }

  private func rows(_ answer: PostgresAnswer, doing what: String) throws(SQLError) -> [SQLRow] {
    if answer.isGood { return answer.rows }
    let code: SQLError.Code =
      unsafe PQstatus(handle) == CONNECTION_OK
      ? SQLError.Code(sqlState: answer.state) : .unreachable
    let error = SQLError(code: code, message: "could not \(what): \(reason)")
    // A server that only lets read has become another's copy: the next session may find the right one.
    if answer.state == Self.readOnlyState { disconnect() }
    throw error
  }

  /// The state of a change where only reading is allowed.
  fileprivate static let readOnlyState = "25006"

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
    case PostgresConnection.readOnlyState: self = .unreachable
    case let state where state.hasPrefix("08") || state.hasPrefix("57P"): self = .unreachable
    case let state where state.hasPrefix("53"): self = .full
    case let state where state.hasPrefix("XX"): self = .damaged
    case let state where state.hasPrefix("23"): self = .constraint
    default: self = .failed
    }
  }
}
