import Foundation
import TestSupport
import Testing

/// What is typed and what comes back; the built program is run for each.
@Suite("The command line")
struct CommandLineTests {
  /// Runs the program on a state that nobody serves.
  private func run(_ arguments: String..., state: String = "/nonexistent/state") throws
    -> ProgramResult
  {
    try runToEnd(
      BuiltProgram.path("openapplock"), ["--state", state] + arguments,
      environment: ["OPENAPPLOCK_STATE": nil])
  }

  private static let commands: [[String]] = [
    [], ["up"], ["serve"], ["status"], ["preview"], ["rule"], ["rule", "ls"], ["rule", "show"],
    ["rule", "preview"], ["rule", "add"],
    ["rule", "add", "schedule"], ["rule", "add", "time-limit"], ["rule", "add", "open-limit"],
    ["rule", "edit"], ["rule", "enable"], ["rule", "disable"], ["rule", "unblock"], ["rule", "rm"],
    ["rule", "presets"], ["list"], ["list", "ls"], ["list", "show"], ["list", "add"],
    ["list", "edit"], ["list", "rm"], ["apps"], ["settings"], ["settings", "get"],
    ["settings", "set"], ["shield"], ["shield", "show"], ["shield", "press"], ["clock"],
    ["clock", "show"], ["clock", "advance"], ["doctor"], ["bus"], ["bus", "messages"],
    ["bus", "peers"], ["bus", "monitor"], ["bus", "record"], ["bus", "replay"], ["bus", "call"],
  ]

  @Test("each command's help reads as its snapshot", arguments: commands)
  func help(command: [String]) throws {
    let result = try runToEnd(BuiltProgram.path("openapplock"), command + ["--help"])
    #expect(result.status == 0)
    #expect(result.err.isEmpty)
    let name = (["openapplock"] + command).joined(separator: "-") + ".txt"
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Snapshots").appending(path: name)
    if ProcessInfo.processInfo.environment["OPENAPPLOCK_RECORD"] == "1" {
      try Data(result.out.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == result.out)
  }

  /// What is typed, and a word of the one line that says what is wrong with it.
  private static let mistakes: [(typed: [String], says: String)] = [
    ([], "needs a command"),
    (["rul"], "no command \"rul\""),
    (["rule", "ad"], "no command \"ad\""),
    (["status", "--verbose"], "no option --verbose"),
    (["status", "extra"], "extra"),
    (["rule", "show"], "RULE is missing"),
    (["rule", "add"], "a kind or a preset"),
    (["rule", "add", "schedule"], "NAME is missing"),
    (["list", "add", ""], "empty"),
    (["rule", "add", "schedule", "x", "--from", "9:00"], "9:00"),
    (["rule", "add", "schedule", "x", "--from", "24:00"], "24:00"),
    (["rule", "add", "schedule", "x", "--days", "monday"], "monday"),
    (["rule", "add", "schedule", "x", "--from", "09:00", "--from", "10:00"], "given twice"),
    (["rule", "add", "schedule", "x", "--from"], "needs a value"),
    (["rule", "add", "schedule", "x", "--minutes", "5"], "time-limit"),
    (["rule", "add", "schedule", "x", "--opens", "5"], "open-limit"),
    (["rule", "add", "time-limit", "x", "--from", "09:00"], "schedule"),
    (["rule", "add", "time-limit", "x", "--allow-only"], "schedule"),
    (["rule", "add", "time-limit", "x", "--minutes", "0"], "1 to 1440"),
    (["rule", "add", "time-limit", "x", "--minutes", "1441"], "1 to 1440"),
    (["rule", "add", "time-limit", "x", "--minutes", "4e1"], "1 to 1440"),
    (["rule", "add", "open-limit", "x", "--opens", "0"], "1 to 1000"),
    (["rule", "add", "open-limit", "x", "--opens", "99999999999999999999"], "1 to 1000"),
    (["rule", "add", "open-limit", "x", "--preset", "Deep Work"], "preset"),
    (["rule", "edit", "x", "--hard", "--no-hard"], "exclude each other"),
    (["list", "add", "x", "--app", "../bin/ls"], "../bin/ls"),
    (["list", "add", "x", "--site", "localhost"], "localhost"),
    (["list", "add", "x", "--category", "Games!"], "Games!"),
    (["settings", "set", "colour", "green"], "colour"),
    (["settings", "set", "uninstall-protection", "maybe"], "maybe"),
    (["settings", "set", "supervised-users", "nobody-of-that-name"], "nobody-of-that-name"),
    (["shield", "press"], "APP is missing"),
    (["clock", "advance", "--to", "x", "15m"], "either"),
    (["clock", "advance", "15"], "15"),
    (["up", "--clock", "virtual"], "needs a start"),
    (["up", "--start", "2025-01-06T08:00"], "virtual"),
    (["up", "--zone", "Atlantis/Capital"], "Atlantis/Capital"),
    (["up", "--limits", "android"], "android"),
    (
      ["up", "--clock", "virtual", "--zone", "Europe/Berlin", "--start", "2025-03-30T02:30"],
      "02:30"
    ),
    (["serve", "--with-parent", "0"], "0"),
  ]

  @Test("what is typed wrong ends with 64 and one line that says what", arguments: mistakes.indices)
  func mistake(index: Int) throws {
    let (typed, says) = Self.mistakes[index]
    // No state is made for what is typed wrong, so a place where none can be made will do. A mistake
    // that only the service could find would end with 69.
    let result = try runToEnd(
      BuiltProgram.path("openapplock"), ["--state", "/nonexistent/state"] + typed)
    #expect(result.status == 64, "\(typed)")
    #expect(result.out.isEmpty)
    let lines = result.err.split(separator: "\n")
    #expect(lines.first?.hasPrefix("openapplock: ") == true, "\(typed)")
    #expect(lines.first?.contains(says) == true, "\(typed): \(result.err)")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("hint: ") }, "\(typed): \(result.err)")
  }

  @Test("with --json a mistake is an object on the standard output")
  func jsonMistake() throws {
    let result = try run("--json", "rule", "add", "time-limit", "x", "--minutes", "0")
    #expect(result.status == 64)
    #expect(result.err.isEmpty)
    let error = try failure(in: result.out)
    #expect(error["code"] as? String == "usage")
    #expect((error["message"] as? String)?.contains("1 to 1440") == true)
  }

  @Test(
    "a service that isn't there ends with 69 and says how to start it",
    arguments: [["status"], ["rule", "ls"], ["list", "ls"], ["apps"], ["clock", "show"]])
  func unavailable(command: [String]) throws {
    let arguments = ["--state", "/nonexistent/state"] + command
    let text = try runToEnd(BuiltProgram.path("openapplock"), arguments)
    #expect(text.status == 69)
    #expect(text.err.contains("hint: "))
    let json = try runToEnd(BuiltProgram.path("openapplock"), ["--json"] + arguments)
    #expect(json.status == 69)
    #expect(try failure(in: json.out)["code"] as? String == "unavailable")
  }

  @Test("the version is one line")
  func version() throws {
    let result = try run("--version")
    #expect(result.status == 0)
    #expect(result.out.hasPrefix("openapplock "))
    #expect(result.out.split(separator: "\n").count == 1)
  }

  @Test("presets and doctor need no service, as text and as JSON")
  func local() throws {
    #expect(try run("rule", "presets").out.contains("Lights Out"))
    let doctor = try run("--json", "doctor")
    #expect(doctor.status == 0)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(doctor.out.utf8)) as? [String: Any])
    #expect((report["backends"] as? [Any])?.isEmpty == false)
    #expect((report["services"] as? [Any])?.count == 2)
  }

  @Test("nothing is coloured in a pipe")
  func noColour() throws {
    #expect(!(try run("rule", "presets").out.contains("\u{1B}")))
    #expect(!(try run("doctor").out.contains("\u{1B}")))
  }

  private func failure(in text: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(object?["error"] as? [String: Any])
  }
}
