import Database
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("A database's file that is no longer at its place")
struct MovedFileTests {
  /// What happens to the file while it is open.
  enum Event: String, CaseIterable {
    case removed, replaced, renamed
  }

  private static let layout = [
    SQLMigration(name: "1", script: "CREATE TABLE item (id TEXT PRIMARY KEY)")
  ]

  private func add(_ id: String, _ connection: SQLiteConnection) throws {
    try connection.transaction {
      _ = try connection.run("INSERT INTO item VALUES ($1)", [.text(id)])
    }
  }

  @Test("nothing more is written to it nor read from it, and it is said", arguments: Event.allCases)
  func moved(event: Event) throws {
    let scratch = try Scratch("moved")
    defer { scratch.cleanUp() }
    let path = scratch.file("test.db")
    let connection = try SQLiteConnection(path: path)
    try SQLMigration.migrate(connection, with: Self.layout)
    try add("a", connection)
    try connection.ping()
    let files = FileManager.default
    switch event {
    case .removed:
      for end in ["", "-wal", "-shm"] { try files.removeItem(atPath: path + end) }
    case .replaced:
      try SQLMigration.migrate(
        SQLiteConnection(path: scratch.file("other.db")), with: Self.layout)
      #expect(unsafe rename(scratch.file("other.db"), path) == 0)
    case .renamed: try files.moveItem(atPath: path, toPath: scratch.file("kept.db"))
    }
    for _ in 0..<2 {
      let refused = #expect(throws: SQLError.self) { try add("b", connection) }
      #expect(refused?.code == .unreachable)
      #expect(refused?.message.contains("\"\(path)\" was removed or replaced") == true)
      for call in [connection.ping, connection.beginReading] {
        #expect(#expect(throws: SQLError.self) { try call() }?.code == .unreachable)
      }
    }
    #expect(try connection.run("SELECT id FROM item").count == 1)
    // One that is put back is the same as ever.
    guard event == .renamed else { return }
    try files.moveItem(atPath: scratch.file("kept.db"), toPath: path)
    try add("b", connection)
    try connection.ping()
  }

  @Test("a file is at its place whatever its name, and one in memory has none")
  func places() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let folder = try scratch.makeFolder("a folder")
    let link = scratch.file("link")
    #expect(unsafe symlink(folder, link) == 0)
    var paths = [
      ":memory:", folder + "/family database.db", folder + "/ä?x=%20#1", link + "/linked.db",
      link + "/../a folder/./dotted.db",
    ]
    let shared = "/dev/shm/family-\(UInt64.random(in: 0...UInt64.max)).db"
    if unsafe access("/dev/shm", W_OK) == 0 { paths.append(shared) }
    defer { for end in ["", "-wal", "-shm"] { unsafe unlink(shared + end) } }
    for path in paths {
      let connection = try SQLiteConnection(path: path)
      try SQLMigration.migrate(connection, with: Self.layout)
      try add("a", connection)
      try connection.ping()
      #expect(try connection.run("SELECT id FROM item").count == 1, "\(path)")
    }
  }
}
