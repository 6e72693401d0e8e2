import Database
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Layouts that grow")
struct LayoutTests {
  private static let first = SQLMigration(
    name: "1 items", script: "CREATE TABLE item (id TEXT PRIMARY KEY, count BIGINT NOT NULL);")
  private static let second = SQLMigration(
    name: "2 notes",
    script: """
      ALTER TABLE item ADD COLUMN note TEXT;
      UPDATE item SET note = 'old';
      CREATE TABLE tag (id TEXT PRIMARY KEY);
      """)

  @Test("an older layout is brought to the newest with what it holds", arguments: Engine.allCases)
  func older(engine: Engine) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let address = engine.database(in: scratch) else { return }
    let connection = try address.connect()
    try SQLMigration.migrate(connection, with: [Self.first])
    try connection.run("INSERT INTO item VALUES ('a', 7)")
    for _ in 0..<2 { try SQLMigration.migrate(connection, with: [Self.first, Self.second]) }
    #expect(
      try connection.run("SELECT id, count, note FROM item")
        == [SQLRow([.text("a"), .integer(7), .text("old")])])
    #expect(
      try connection.run("SELECT name FROM migration ORDER BY name").map { $0.text(0) }
        == ["1 items", "2 notes"])
  }

  @Test("a step that fails leaves the layout before it, whole", arguments: Engine.allCases)
  func failing(engine: Engine) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let address = engine.database(in: scratch) else { return }
    let connection = try address.connect()
    let wrong = SQLMigration(name: "3 wrong", script: "CREATE TABLE other (id TEXT); NONSENSE;")
    #expect(throws: SQLError.self) {
      try SQLMigration.migrate(connection, with: [Self.first, Self.second, wrong])
    }
    #expect(try connection.run("SELECT name FROM migration").isEmpty)
    try SQLMigration.migrate(connection, with: [Self.first])
    try connection.run("INSERT INTO item VALUES ('a', 7)")
    #expect(throws: SQLError.self) {
      try SQLMigration.migrate(connection, with: [Self.first, Self.second, wrong])
    }
    #expect(
      try connection.run("SELECT name FROM migration").map { $0.text(0) } == ["1 items"])
    #expect(try connection.run("SELECT * FROM item").count == 1)
  }

  @Test("many that start at once make the tables once", arguments: Engine.allCases)
  func together(engine: Engine) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let address = engine.database(in: scratch) else { return }
    let faults = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      do {
        try SQLMigration.migrate(address.connect(), with: [Self.first, Self.second])
      } catch {
        faults.withLock { $0.append("\(error)") }
      }
    }
    #expect(faults.withLock { $0 } == [])
    let connection = try address.connect()
    #expect(try connection.run("SELECT name FROM migration").count == 2)
  }

  @Test("a file that is no database, or whose pages don't fit together, is refused as it is")
  func damaged() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = scratch.file("test.db")
    let connection = try SQLiteConnection(path: path)
    try SQLMigration.migrate(connection, with: [Self.first])
    for index in 0..<300 { try connection.run("INSERT INTO item VALUES ('item \(index)', 1)") }
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let whole = try scratch.bytes("test.db")
    var garbled = whole
    for index in 4096..<garbled.count where index % 3 == 0 { garbled[index] ^= 0x5A }
    for bytes in [Array("no database".utf8), garbled, Array(whole.dropLast(8192))] {
      let copy = scratch.file("copy.db")
      try Data(bytes).write(to: URL(filePath: copy))
      let error = #expect(throws: SQLError.self) { try SQLiteConnection(path: copy) }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("\"\(copy)\"") == true)
      #expect(try scratch.bytes("copy.db") == bytes)
    }
  }
}
