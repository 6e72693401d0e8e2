import Database
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("A PostgreSQL that doesn't answer")
struct SilenceTests {
  @Test(
    "one that takes a connection and says nothing is out of reach, after as long as the address says"
  )
  func mute() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafeMutablePointer(to: &place) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(listener, address, length) == 0 && listen(listener, 8) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    #expect(result)
    let port = UInt16(bigEndian: place.sin_port)
    let error = #expect(throws: SQLError.self) {
      try PostgresConnection(address: "postgresql://x@127.0.0.1:\(port)/x?connect_timeout=2")
    }
    #expect(error?.code == .unreachable)
  }

  @Test("a session that is frozen is given up, and the next transaction has another one")
  func frozen() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard case .postgres(let address)? = Engine.postgres.database(in: scratch) else { return }
    let connection = try PostgresConnection(address: address, patience: 1)
    try connection.execute("CREATE TABLE item (id TEXT PRIMARY KEY)")
    let pid = pid_t(try connection.run("SELECT pg_backend_pid()")[0].integer(0))
    kill(pid, SIGSTOP)
    defer { kill(pid, SIGCONT) }
    let error = #expect(throws: SQLError.self) {
      try connection.transaction { _ = try connection.run("INSERT INTO item VALUES ('a')") }
    }
    #expect(error?.code == .unreachable)
    try connection.transaction { _ = try connection.run("INSERT INTO item VALUES ('b')") }
    #expect(try connection.run("SELECT id FROM item").map { $0.text(0) } == ["b"])
  }

  @Test("one that only lets read is out of reach for a change, and is looked for anew")
  func copy() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard case .postgres(let address)? = Engine.postgres.database(in: scratch) else { return }
    let connection = try PostgresConnection(address: address)
    try connection.execute("CREATE TABLE item (id TEXT PRIMARY KEY)")
    // From now on the session is one on a copy; a new one is not.
    try connection.execute("SET default_transaction_read_only = on")
    func insert() throws {
      try connection.transaction { _ = try connection.run("INSERT INTO item VALUES ('a')") }
    }
    #expect(throws: SQLError.self) { try insert() }
    try insert()
    #expect(try connection.run("SELECT id FROM item").count == 1)
  }

  @Test("a transaction that others are in the way of ends after a while, and says so")
  func patience() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let address = Engine.postgres.database(in: scratch) else { return }
    let connection = try address.connect()
    let other = try address.connect()
    try connection.execute("CREATE TABLE item (id TEXT PRIMARY KEY)")
    try connection.execute("SET lock_timeout = '50ms'")
    try other.begin()
    try other.execute("LOCK TABLE item IN ACCESS EXCLUSIVE MODE")
    let error = #expect(throws: SQLError.self) {
      try connection.transaction(attempts: 3) {
        _ = try connection.run("INSERT INTO item VALUES ('a')")
      }
    }
    #expect(error?.code == .conflict)
    other.rollBack()
    try connection.transaction { _ = try connection.run("INSERT INTO item VALUES ('a')") }
  }
}
