import Database
import Glibc
import TestSupport
import Testing

@Suite("Databases, whichever engine")
struct ConnectionTests {
  private static let layout = [
    SQLMigration(
      name: "1", script: "CREATE TABLE item (id TEXT PRIMARY KEY, count BIGINT, note TEXT);")
  ]

  /// Two connections to one new database that has its table.
  private func pair(
    _ engine: Engine, _ scratch: Scratch
  ) throws -> (any SQLConnection, any SQLConnection)? {
    guard let address = engine.database(in: scratch) else { return nil }
    let first = try address.connect()
    try SQLMigration.migrate(first, with: Self.layout)
    return (first, try address.connect())
  }

  @Test("a value comes back as it went in", arguments: Engine.allCases)
  func values(engine: Engine) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let (first, second) = try pair(engine, scratch) else { return }
    let rows: [(String, SQLValue, SQLValue)] = [
      ("a", .integer(.max), .text("")), ("b", .integer(.min), .text("ä 'quoted' \\ \u{1F600}\n")),
      ("c", .null, .null),
    ]
    for (id, count, note) in rows {
      try first.run("INSERT INTO item VALUES ($1, $2, $3)", [.text(id), count, note])
    }
    let found = try second.run("SELECT id, count, note FROM item ORDER BY id")
    #expect(found == rows.map { SQLRow([.text($0.0), $0.1, $0.2]) })
  }

  @Test("a transaction is kept whole or not at all", arguments: Engine.allCases)
  func atomic(engine: Engine) throws {
    struct Refusal: Error {}
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let (first, second) = try pair(engine, scratch) else { return }
    #expect(throws: Refusal.self) {
      try first.transaction {
        try first.run("INSERT INTO item VALUES ('a', 1, NULL)")
        throw Refusal()
      }
    }
    #expect(try second.run("SELECT id FROM item").isEmpty)
    try first.transaction { _ = try first.run("INSERT INTO item VALUES ('a', 1, NULL)") }
    #expect(try second.run("SELECT id FROM item").count == 1)
  }

  @Test("a part of a transaction is undone by itself", arguments: Engine.allCases)
  func savepoints(engine: Engine) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let (first, second) = try pair(engine, scratch) else { return }
    try first.transaction {
      try first.savepoint { _ = try first.run("INSERT INTO item VALUES ('a', 1, NULL)") }
      let error = #expect(throws: SQLError.self) {
        try first.savepoint {
          try first.run("INSERT INTO item VALUES ('b', 1, NULL)")
          try first.run("INSERT INTO item VALUES ('a', 2, NULL)")
        }
      }
      #expect(error?.code == .constraint)
      try first.run("INSERT INTO item VALUES ('c', 1, NULL)")
    }
    #expect(try second.run("SELECT id FROM item ORDER BY id").map { $0.text(0) } == ["a", "c"])
  }

  @Test("many processes that count one thing up lose nothing", arguments: Engine.allCases)
  func conflicts(engine: Engine) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let (first, second) = try pair(engine, scratch) else { return }
    try first.run("INSERT INTO item VALUES ('a', 0, NULL)")
    // Both have read before either has written: the one that commits later has to begin again.
    var interference = 0
    for _ in 0..<5 {
      try first.transaction {
        let count = try first.run("SELECT count FROM item WHERE id = 'a'")[0].integer(0)
        if engine == .postgres, interference < 3 {
          interference += 1
          try second.transaction {
            _ = try second.run("UPDATE item SET count = count + 1 WHERE id = 'a'")
          }
        }
        try first.run("UPDATE item SET count = $1 WHERE id = 'a'", [SQLValue(count + 1)])
      }
    }
    #expect(
      try second.run("SELECT count FROM item")[0].integer(0) == 5 + interference)
  }

  @Test("what a layout's newer version made is left alone", arguments: Engine.allCases)
  func newer(engine: Engine) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let (first, _) = try pair(engine, scratch) else { return }
    try SQLMigration.migrate(first, with: Self.layout)
    try first.run("INSERT INTO migration VALUES ('2 of tomorrow')")
    let error = #expect(throws: SQLError.self) {
      try SQLMigration.migrate(first, with: Self.layout)
    }
    #expect(error?.code == .newer)
  }

  @Test("a session that the server ended is opened anew for the next transaction")
  func reconnecting() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let (first, second) = try pair(.postgres, scratch) else { return }
    let pid = try first.run("SELECT pg_backend_pid()")[0].integer(0)
    try second.run("SELECT 1 WHERE pg_terminate_backend($1)", [SQLValue(pid)])
    try first.transaction { _ = try first.run("INSERT INTO item VALUES ('a', 1, NULL)") }
    #expect(try second.run("SELECT id FROM item").count == 1)
  }

  @Test("a database that isn't there is said to be out of reach")
  func unreachable() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let socket = scratch.path.split(separator: "/").joined(separator: "%2F")
    let addresses: [DatabaseAddress] = [
      .sqlite(path: scratch.file("no/such/folder/test.db")),
      .postgres(address: "postgresql://nobody@%2F\(socket)/test"),
    ]
    for address in addresses {
      let error = #expect(throws: SQLError.self) { try address.connect() }
      #expect(error?.code == .unreachable)
    }
  }

  @Test("a full disk changes nothing, and is said")
  func full() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let disk = try TinyDisk(in: scratch, kibibytes: 256) else { return }
    let connection = try SQLiteConnection(path: disk.path + "/test.db")
    try SQLMigration.migrate(connection, with: Self.layout)
    let long = SQLValue.text(String(repeating: "x", count: 400_000))
    let error = #expect(throws: SQLError.self) {
      try connection.transaction {
        _ = try connection.run("INSERT INTO item VALUES ('a', 1, $1)", [long])
      }
    }
    #expect(error?.code == .full)
    #expect(try connection.run("SELECT id FROM item").isEmpty)
    try connection.transaction { _ = try connection.run("INSERT INTO item VALUES ('b', 1, NULL)") }
    #expect(try connection.run("SELECT id FROM item").count == 1)
  }
}
