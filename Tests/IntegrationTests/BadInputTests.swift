import Foundation
import Glibc
import OpenAppLockProtocol
import TestSupport
import Testing

/// Something typed, the status it ends with, and a word that its one line says.
private struct Typed {
  let words: [String]
  let status: Int32
  let mention: String

  static func usage(_ words: [String], _ mention: String) -> Typed {
    Typed(words: words, status: 64, mention: mention)
  }

  static func refused(_ words: [String], _ mention: String) -> Typed {
    Typed(words: words, status: 1, mention: mention)
  }
}

@Suite("Whatever is typed or sent, nothing is half done")
struct BadInputTests {
  private static let long = String(repeating: "x", count: 10_000)
  /// What can't be meant.
  private static let typed: [Typed] = [
    .usage(["frobnicate"], "frobnicate"),
    .usage(["rule", "add", "schedule", "N", "--list", "games", "--minutes", "5"], "time-limit"),
    .usage(["rule", "add", "time-limit", "N", "--list", "games", "--from", "09:00"], "schedule"),
    .usage(["rule", "edit", "Focus", "--opens", "3"], "open"),
    .usage(["rule", "add", "schedule", "N", "--from", "09:00", "--from", "10:00"], "twice"),
    .usage(["rule", "add", "schedule", "N", "--colour", "red"], "colour"),
    .usage(["rule", "add", "schedule", "N", "--from", "25:00"], "25:00"),
    .usage(["rule", "add", "schedule", "N", "--days", "caturday"], "caturday"),
    .usage(["rule", "add", "time-limit", "N", "--minutes", "0"], "minutes"),
    .usage(["rule", "add", "time-limit", "N", "--minutes", "many"], "many"),
    .usage(["rule", "add", "schedule"], "NAME"),
    .refused(["rule", "add", "schedule", "N", "--list", "nowhere"], "nowhere"),
    .refused(["rule", "add", "schedule", "two\nlines", "--list", "games"], "line breaks"),
    .refused(["rule", "add", "schedule", long, "--list", "games"], "10000"),
    .refused(["rule", "add", "schedule", "Focus", "--list", "games"], "already"),
    .refused(["rule", "add", "--preset", "No Such Preset", "--list", "games"], "No Such Preset"),
    .usage(["rule", "edit", "Focus"], "Focus"),
    .refused(["rule", "show", "nothing"], "nothing"),
    .refused(["rule", "rm", long], "rule"),
    .usage(["list", "add", ""], "empty"),
    .refused(["list", "add", "two\nlines"], "line breaks"),
    .refused(["list", "add", "games"], "already"),
    .refused(["list", "add", "N", "--app", "/no/such/program"], "/no/such/program"),
    .refused(
      ["list", "add", "N", "--app", "org.example.NotInstalled"], "org.example.NotInstalled"),
    .usage(["list", "add", "N", "--app", "relative/path"], "relative/path"),
    .refused(["list", "add", "N", "--app", "/bin/bash"], "/bin/bash"),
    .refused(["list", "add", "N", "--app", "/usr/bin/env"], "/usr/bin/env"),
    .refused(["list", "edit", "games", "--add-app", "/bin/sh"], "/bin/sh"),
    .usage(["list", "add", "N", "--site", "co uk"], "co uk"),
    .refused(["list", "rm", "games"], "Focus"),
    .usage(["settings", "set", "colour", "red"], "colour"),
    .usage(["settings", "set", "uninstall-protection", "perhaps"], "perhaps"),
    .refused(["clock", "advance", "1h"], "real clock"),
    .usage(["shield", "press"], "APP"),
  ]

  @Test("a command that can't be meant says so in one line, and changes nothing")
  func commands() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: ["--enforce", "none"])
    try installation.run("list", "add", "games", "--app", "/usr/bin/sha256sum")
    try installation.run("rule", "add", "schedule", "Focus", "--list", "games")
    let before = try (installation.rules(), installation.run("--json", "list", "ls"))
    let own = try BuiltProgram.path("openapplock")
    let rows =
      Self.typed + [.refused(["list", "add", "N", "--app", own], "belongs to OpenAppLock")]
    for row in rows { try check(row, with: installation) }
    let after = try (installation.rules(), installation.run("--json", "list", "ls"))
    #expect(after == before)
  }

  private func check(_ typed: Typed, with installation: Installation) throws {
    let shown = typed.words.map { String($0.prefix(60)) }.joined(separator: " ")
    let result = try installation.cli(typed.words)
    #expect(result.status == .exited(typed.status), "\(shown): \(result.err)")
    #expect(result.out.isEmpty, "\(shown)")
    let lines = result.err.split(separator: "\n")
    let isOneLine = lines.count == 1 || lines.count == 2 && lines[1].hasPrefix("hint: ")
    #expect(isOneLine, "\(shown): \(result.err)")
    #expect(result.err.hasPrefix("openapplock: "), "\(shown): \(result.err)")
    #expect(result.err.contains(typed.mention), "\(shown): \(result.err)")
    #expect(result.err.utf8.count < 1000, "\(shown): a line to read")
    let data = Data(try installation.cli(["--json"] + typed.words).out.utf8)
    let error = try JSONDecoder().decode([String: Installation.Refusal].self, from: data)["error"]
    let message = try #require(error).message
    #expect(result.err.contains(message), "\(shown): JSON says the same")
  }

  @Test("a name of nothing but blanks becomes the default of the kind")
  func blankName() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: ["--enforce", "none"])
    try installation.run("rule", "add", "schedule", "  ")
    #expect(try installation.rules().allSatisfy { !$0.name.contains("  ") && !$0.name.isEmpty })
  }

  @Test(
    "a peer that sends noise, floods or says nothing disturbs nobody else",
    arguments: ["garbage", "flood", "silent", "old-version"], ["screentimed.sock", "app.sock"])
  func peers(mode: String, socket: String) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: ["--enforce", "none"])
    try installation.lock("/usr/bin/sha256sum")
    let services = try [installation.process(.screentimed), installation.process(.app)]
    let peer = try scratch.start(
      BuiltProgram.path("bus-peer"), [mode, installation.state + "/run/" + socket])
    if mode != "flood" { try peer.waitForLine(containing: "") }
    for _ in 0..<5 { #expect(try installation.blocking() == ["Focus"]) }
    #expect(services.allSatisfy { $0.isThere })
    peer.kill()
    #expect(try installation.stop(within: .seconds(30)) == 0)
  }

  @Test(
    "a folder that others may enter, or that is another's, is refused with what would be right",
    arguments: ["state", "state/run", "state/platform", "state/groups"])
  func folders(name: String) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch)
    if name != "state" { try scratch.makeFolder(name) }
    let folder = scratch.file(name)
    #expect(unsafe chmod(folder, 0o777) == 0)
    let open = try installation.failToStart()
    #expect(open.status == 1)
    #expect(open.err.contains("\"\(folder)\" is open to others (mode 777)"))
    #expect(open.err.contains("hint: chmod 700 \"\(folder)\""))
    #expect(open.out.isEmpty)
    guard isRoot else { return Skip.say("giving a folder to another account needs root") }
    #expect(unsafe chmod(folder, 0o700) == 0 && chown(folder, 65_534, 65_534) == 0)
    let foreign = try installation.failToStart()
    #expect(foreign.status == 1)
    #expect(foreign.err.contains("belongs to user 65534"))
  }

  @Test(
    "the services alone refuse such a folder too",
    arguments: [
      Installation.Part.screentimed, .app,
    ])
  func foldersOfServices(part: Installation.Part) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch)
    #expect(unsafe chmod(try scratch.makeFolder("state/run"), 0o777) == 0)
    let arguments =
      part == .app ? ["--state", installation.state, "serve"] : ["--state", installation.state]
    let result = try runToEnd(BuiltProgram.path(part.rawValue), arguments)
    #expect(result.status == 1)
    #expect(result.err.contains("hint: chmod 700"))
  }

  @Test("a second one on the same state names the first, and the first goes on")
  func second() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let puzzle = try scratch.victim("puzzle")
    let game = try scratch.start(puzzle, ["300"]).view()
    try installation.lock(puzzle)
    #expect(game.comesToBeHeld())
    let up = try #require(installation.up)
    let first = try (installation.process(.screentimed), installation.process(.app))
    let again = try installation.failToStart()
    #expect(again.status == 1)
    #expect(again.err.contains("process \(up.pid)"))
    let screentimed = try runToEnd(
      BuiltProgram.path("screentimed"), ["--state", installation.state])
    #expect(screentimed.status == 1)
    #expect(screentimed.err.contains("process \(first.0.pid)"))
    let app = try installation.cli(["serve"])
    #expect(app.status == 1)
    #expect(app.err.contains("process \(first.1.pid)"))
    #expect(first.0.isThere && first.1.isThere && game.isHeld)
    #expect(try installation.blocking() == ["Focus"])
  }

  @Test("a command without a service says so, and how one is started")
  func noService() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch)
    let result = try installation.cli(["status"])
    #expect(result.status == 69)
    #expect(result.err.split(separator: "\n").count == 2)
    #expect(result.err.contains("openapplock up"))
  }

  @Test("a program in a rule that is taken away keeps the rule, and is blocked when it is back")
  func programIsGone() throws {
    guard isRoot else { return Skip.say("denying a start needs root") }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let puzzle = try scratch.victim("puzzle")
    try installation.lock(puzzle)
    #expect(poll(within: soon) { reasonNotToStart(puzzle) == EPERM })
    #expect(unsafe rename(puzzle, scratch.file("elsewhere")) == 0)
    #expect(try installation.blocking() == ["Focus"])
    _ = try scratch.victim("puzzle")
    #expect(poll(within: soon) { reasonNotToStart(puzzle) == EPERM })
  }
}
