import CivilTime
import Database
import FamilyServer
import Foundation
import TestSupport
import Testing

@Suite("A server that can't start says why and changes nothing")
struct StartTests {
  private func serve(_ state: String, _ options: [String] = []) throws -> ProgramResult {
    try runToEnd(
      try BuiltProgram.path("family-server"),
      ["serve", "--state", state, "--listen", "127.0.0.1:0"] + options)
  }

  /// A state whose database has a family in it, and no log beside it.
  private func state(_ scratch: Scratch) throws -> String {
    let state = try scratch.makeFolder("state")
    let connection = try SQLiteConnection(path: state + "/family.db")
    let store = try FamilyStore(connection)
    for index in 0..<40 {
      _ = try store.transaction {
        try store.addFamily(name: "Family \(index)", zone: .utc, at: .init(seconds: 0))
      }
    }
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return state
  }

  /// What was done to a database.
  enum Damage: String, CaseIterable {
    case otherFile, garbledPage, cut
  }

  @Test(
    "a damaged database is refused, left as it is, and so is the token", arguments: Damage.allCases)
  func damaged(damage: Damage) throws {
    let scratch = try Scratch("damaged")
    defer { scratch.cleanUp() }
    let state = try state(scratch)
    let path = state + "/family.db"
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    switch damage {
    case .otherFile: bytes = Array("This is a letter to grandmother, and no database.\n".utf8)
    case .garbledPage:
      for page in 1..<(bytes.count / 4096) {
        for index in 0..<4096 where index % 3 == 0 { bytes[page * 4096 + index] ^= 0x5A }
      }
    case .cut: bytes.removeLast(bytes.count / 2 / 4096 * 4096)
    }
    try Data(bytes).write(to: URL(filePath: path))
    let result = try serve(state)
    #expect(result.status == 1)
    #expect(result.err.contains("\"\(path)\""), "\(result.err)")
    #expect(result.err.contains("hint: nothing was changed"), "\(result.err)")
    #expect(Array(try Data(contentsOf: URL(filePath: path))) == bytes)
    #expect(!FileManager.default.fileExists(atPath: state + "/token"))
  }

  @Test("a database of a newer version is refused and left as it is", arguments: Engine.allCases)
  func newer(engine: Engine) throws {
    guard let fixture = try StoreFixture(engine) else { return }
    defer { fixture.scratch.cleanUp() }
    let connection = try fixture.address.connect()
    try connection.run("INSERT INTO migration VALUES ('99 of the year 2040')")
    let database =
      switch fixture.address {
      case .sqlite(let path): "sqlite:" + path
      case .postgres(let address): address
      }
    let result = try serve(fixture.scratch.file("state"), ["--database", database])
    #expect(result.status == 1)
    #expect(result.err.contains("99 of the year 2040"))
    #expect(result.err.contains("hint: update family-server"))
    #expect(try connection.run("SELECT id FROM family").count == 1)
  }

  @Test("a database that isn't there is said to be out of reach")
  func unreachable() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    for database in [
      "sqlite:\(scratch.path)/no/such/folder/family.db",
      "postgresql://nobody@%2Fnowhere%2Fat%2Fall/family",
    ] {
      let result = try serve(scratch.file("state"), ["--database", database])
      #expect(result.status == 1)
      #expect(result.err.contains("hint: is the database there"), "\(result.err)")
    }
  }

  @Test("a token that fits no family of the database is not handed out")
  func foreignToken() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let server = try ServerFixture(in: scratch)
    let program = try BuiltProgram.path("family-server")
    let other = scratch.file("other.db")
    let store = try FamilyStore(SQLiteConnection(path: other))
    _ = try store.transaction {
      try store.addFamily(name: "Else", zone: .utc, at: .init(seconds: 0))
    }
    let shown = try runToEnd(
      program, ["token", "--state", server.state, "--database", "sqlite:\(other)"])
    #expect(shown.status == 1 && shown.out.isEmpty)
    #expect(shown.err.contains("opens nothing in this database"))
  }

  /// Why a database has no family although there is a token.
  enum Loss: String, CaseIterable {
    case removed, otherFile, otherEngine
  }

  @Test(
    "a database without a family is not begun anew over a token that there is",
    arguments: Loss.allCases, ["token", "serve", "family"])
  func lost(loss: Loss, command: String) throws {
    let scratch = try Scratch("lost")
    defer { scratch.cleanUp() }
    let program = try BuiltProgram.path("family-server")
    let state = scratch.file("state")
    let token = try runToEnd(program, ["token", "--state", state]).out
    var options: [String] = []
    switch loss {
    case .removed: try FileManager.default.removeItem(atPath: state + "/family.db")
    case .otherFile: options = ["--database", "sqlite:" + scratch.file("other.db")]
    case .otherEngine:
      do {
        options = ["--database", try PostgresServer.shared.get().database()]
      } catch {
        return Skip.say("PostgreSQL: \(error)", test: "lost")
      }
    }
    let arguments = command == "family" ? ["family", "add", "Next door"] : [command]
    let result = try runToEnd(program, arguments + ["--state", state] + options)
    #expect(result.status == 1 && result.out.isEmpty)
    #expect(result.err.contains("\(state)/token has a family's token"), "\(result.err)")
    #expect(result.err.contains("--database") && result.err.contains("move the token's file away"))
    if loss == .otherFile { #expect(result.err.contains(scratch.file("other.db"))) }
    #expect(try String(contentsOfFile: state + "/token", encoding: .utf8) == token)
    #expect(!FileManager.default.fileExists(atPath: state + "/token.new"))
    // Nothing was made that would be taken for a database on the next day.
    #expect(!FileManager.default.fileExists(atPath: scratch.file("other.db")))
    try FileManager.default.moveItem(atPath: state + "/token", toPath: scratch.file("kept"))
    let anew = try runToEnd(program, ["token", "--state", state] + options)
    #expect(anew.status == 0 && anew.out != token, "\(anew.err)")
  }

  @Test("a server that takes any port that is free takes forms of the address that it got")
  func anyPort() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let server = try ServerFixture(in: scratch)
    let signedIn = try server.ask(
      "POST", "/v1/session", #"{"token": "\#(try server.token())"}"#)
    let cookie = try #require(signedIn.headers["set-cookie"]?.split(separator: ";").first)
    let added = try server.ask(
      "POST", "/v1/parent/children", #"{"name": "Mia"}"#,
      headers: ["Cookie": String(cookie), "Origin": server.address])
    #expect(added.outcome == "201")
    #expect(server.process.errors.isEmpty)
  }

  @Test(
    "whom an origin keeps out is said at the start",
    arguments: [
      (["--listen", "0.0.0.0:0"], "takes browsers' forms from http://0.0.0.0:"),
      (["--listen", "[::]:0"], "takes browsers' forms from http://[::]:"),
      (["--listen", "[0::0]:0"], "takes browsers' forms from http://[0::0]:"),
      (["--origin", "http://192.168.1.5:8420"], "http://192.168.1.5:8420 is not encrypted"),
      (["--origin", "http://localhost.example"], "http://localhost.example is not encrypted"),
      (["--listen", "127.0.0.9:0"], "is not encrypted"),
      (["--listen", "0.0.0.0:0", "--origin", "http://family"], "http://family is not encrypted"),
      (["--listen", "0.0.0.0:0", "--origin", "https://family.example"], ""),
      (["--listen", "0.0.0.0:0", "--origin", "http://localhost:8420"], ""),
      (["--listen", "[::1]:0"], ""),
    ])
  func origins(options: [String], warning: String) throws {
    let scratch = try Scratch("origins")
    defer { scratch.cleanUp() }
    let listening = options.contains("--listen") ? [] : ["--listen", "127.0.0.1:0"]
    let server = try scratch.start(
      try BuiltProgram.path("family-server"),
      ["serve", "--state", scratch.file("state")] + listening + options)
    try server.waitForLine(containing: "ready at")
    if warning.isEmpty {
      #expect(server.errors.isEmpty)
    } else {
      #expect(server.errors.contains("family-server: warning: "), "\(server.errors)")
      #expect(server.errors.contains(warning), "\(server.errors)")
    }
  }

  @Test("who asks another server on the same database is told where the token lies")
  func otherServer() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let program = try BuiltProgram.path("family-server")
    let database = ["--database", "sqlite:" + scratch.file("shared.db")]
    func token(_ state: String, _ options: [String] = []) throws -> ProgramResult {
      try runToEnd(program, ["token", "--state", scratch.file(state)] + options + database)
    }
    let first = try token("here")
    let second = try token("there")
    #expect(second.status == 1 && second.out.isEmpty)
    #expect(second.err.contains("there is no file \(scratch.file("there"))/token"))
    #expect(second.err.contains("of several servers on one database one has it in its state"))
    #expect(second.err.contains("--rotate makes a new one, and ends the one that there is"))
    #expect(try token("here").out == first.out)
    // Now it is the other one that has it.
    let anew = try token("there", ["--rotate"])
    #expect(anew.status == 0 && anew.out != first.out)
    let old = try token("here")
    #expect(old.status == 1 && old.err.contains("another may have made a new one"), "\(old.err)")
  }

  @Test(
    "a database's file is named in full, so that it is the same one wherever a command is typed",
    arguments: ["rel.db", "./rel.db", "~/family.db", ":memory:"])
  func relative(path: String) throws {
    let scratch = try Scratch("relative")
    defer { scratch.cleanUp() }
    let result = try serve(scratch.file("state"), ["--database", "sqlite:" + path])
    #expect(result.status == 64)
    #expect(result.err.contains("--database: \"\(path)\" is no absolute path"), "\(result.err)")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("a lock that can't be taken is said in words")
  func lock() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let state = try scratch.makeFolder("state")
    try FileManager.default.createSymbolicLink(
      atPath: state + "/token.lock", withDestinationPath: scratch.file("elsewhere"))
    let result = try serve(state)
    #expect(result.status == 1)
    #expect(
      result.err.hasPrefix("family-server: could not open \"\(state)/token.lock\": "),
      "\(result.err)")
    #expect(result.err.contains("hint: may this account write"))
    #expect(!FileManager.default.fileExists(atPath: state + "/token"))
  }
}
