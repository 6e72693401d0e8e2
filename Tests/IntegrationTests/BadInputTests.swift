import Foundation
import Glibc
import OpenAppLockProtocol
import ScreenTimeModel
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
    .usage(["rule", "add", "open-limit", "N", "--list", "games", "--minutes", "5"], "time-limit"),
    .usage(["rule", "add", "schedule", "N", "--list", "games", "--opens", "5"], "open-limit"),
    .usage(["rule", "add", "time-limit", "N", "--list", "games", "--adult-filter"], "schedule"),
    .usage(["rule", "add", "--preset", "Deep Work", "--minutes", "5"], "minutes"),
    .usage(["rule", "edit", "Focus", "--opens", "3"], "open"),
    .usage(["rule", "edit", "Focus", "--minutes", "3"], "time-limit"),
    .usage(["rule", "edit", "Focus", "--list", "games", "--no-list"], "exclude each other"),
    .usage(["rule", "edit", "Focus", "--hard", "--no-hard"], "exclude each other"),
    .usage(["rule", "add", "schedule", "N", "--from", "09:00", "--from", "10:00"], "twice"),
    .usage(["rule", "add", "schedule", "N", "--hard", "--hard"], "twice"),
    .usage(["rule", "add", "schedule", "N", "M"], "M"),
    .usage(["rule", "add", "schedule", "N", "--colour", "red"], "colour"),
    .usage(["rule", "add", "schedule", "N", "--from", long], "xxx"),
    .usage(["rule", "add", "schedule", "N", "--to", "17:00\n"], "17:00?"),
    .usage(["rule", "add", "schedule", "N", "--days", long], "xxx"),
    .usage(["rule", "add", "schedule", "N", "--days", ""], "choice of days"),
    .usage(["rule", "add", "schedule", "N", "--" + long], "xxx"),
    .usage(["rule", long], "xxx"),
    .usage(["rule", "add", "schedule", "N", "--from", "25:00"], "25:00"),
    .usage(["rule", "add", "schedule", "N", "--days", "caturday"], "caturday"),
    .usage(["rule", "add", "time-limit", "N", "--minutes", "0"], "minutes"),
    .usage(["rule", "add", "time-limit", "N", "--minutes", "1441"], "1440"),
    .usage(["rule", "add", "time-limit", "N", "--minutes", "-5"], "minutes"),
    .usage(["rule", "add", "time-limit", "N", "--minutes", "99999999999999999999"], "1440"),
    .usage(["rule", "add", "open-limit", "N", "--opens", "0"], "opens"),
    .usage(["rule", "add", "open-limit", "N", "--opens", "1001"], "1000"),
    .usage(["rule", "add", "time-limit", "N", "--minutes", "many"], "many"),
    .usage(["rule", "add", "schedule"], "NAME"),
    .refused(["rule", "add", "schedule", "N", "--list", "nowhere"], "nowhere"),
    .refused(["rule", "add", "schedule", "two\nlines", "--list", "games"], "line breaks"),
    .refused(["rule", "add", "schedule", "bell\u{7}", "--list", "games"], "control characters"),
    .refused(["rule", "add", "schedule", "turned\u{202E}", "--list", "games"], "control"),
    .refused(["rule", "edit", "Focus", "--name", "two\nlines"], "line breaks"),
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
    .usage(["list", "add", "N", "--site", "10.0.0.1"], "number of a machine"),
    .usage(["list", "add", "N", "--site", "ftp://example.com"], "no address of a web site"),
    .usage(["list", "add", "N", "--site", long], "xxx"),
    .usage(["list", "add", "N", "--category", "Games!"], "Games!"),
    .refused(["list", "add", "N", "--site", "co.uk"], "co.uk"),
    .refused(["list", "edit", "games", "--add-site", "https://co.uk/"], "co.uk"),
    .refused(["list", "edit", "games", "--remove-site", "example.com"], "example.com"),
    .refused(["list", "edit", "games", "--name", long], "10000"),
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
    try installation.run("rule", "add", "time-limit", "")
    try installation.run("rule", "add", "open-limit", "Five")
    try installation.run("rule", "edit", "Five", "--name", "")
    #expect(
      try installation.rules().map(\.name) == ["Gatekeeper", "In the Zone", "Time Keeper"])
  }

  @Test("an argument that is no text in UTF-8 is refused, as text and as JSON")
  func noText() throws {
    let program = try BuiltProgram.path("openapplock")
    for (json, message) in [("", "argument 4"), ("--json", "argument 5")] {
      let result = try runToEnd(
        "/bin/sh",
        [
          "-c", "exec \"$0\" \(json) rule add schedule \"$(printf 'caf\\351')\"", program,
        ])
      #expect(result.status == 64)
      #expect((result.out + result.err).contains("\(message) is no text"))
    }
  }

  @Test("a site is kept as the network spells it, and without what nobody means")
  func sites() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: ["--enforce", "none"])
    let list: Stored<ListReport> = try installation.json(
      "list", "add", "news", "--site", "https://WWW.News.Example.co.uk:443/today?x", "--site",
      "München.example", "--site", "chess.test.")
    #expect(
      list.value.sites.map(\.rawValue) == [
        "chess.test", "news.example.co.uk", "xn--mnchen-3ya.example",
      ])
    let rest: Stored<ListReport> = try installation.json(
      "list", "edit", "news", "--remove-site", "www.chess.test", "--remove-site",
      "MÜNCHEN.example")
    #expect(rest.value.sites.map(\.rawValue) == ["news.example.co.uk"])
  }

  @Test("a list that goes while rules are added that use it leaves no rule half made")
  func vanishingList() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: ["--enforce", "none"])
    for round in 1...4 {
      try installation.run("list", "add", "games", "--app", "/usr/bin/sha256sum")
      let adding = try (1...3).map { number in
        try installation.launch(
          "openapplock",
          [
            "--state", installation.state, "rule", "add", "schedule", "R\(round)-\(number)",
            "--list", "games",
          ])
      }
      let removing = try installation.cli(["list", "rm", "games", "--detach"])
      #expect(removing.status == 0)
      for (number, process) in zip(1...3, adding) {
        let status = try process.waitForExit(within: soon)
        let rule = try installation.rules().first { $0.name == "R\(round)-\(number)" }
        #expect((rule != nil) == (status == 0), "stored and told so, or neither")
        if let rule { #expect(rule.list == nil && rule.status == "No apps selected") }
      }
    }
  }

  @Test("the platform is killed while rules are saved: stored and told so, or neither")
  func platformDies() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: ["--enforce", "none"])
    try installation.run("list", "add", "games", "--app", "/usr/bin/sha256sum")
    for round in 1...5 {
      let name = "R\(round)"
      let adding = try installation.launch(
        "openapplock",
        [
          "--state", installation.state, "rule", "add", "schedule", name, "--from", "00:00",
          "--to", "00:00", "--days", "everyday", "--list", "games",
        ])
      usleep(UInt32(round - 1) * 6000)  // Another moment each time; none of them is waited for.
      installation.running(.screentimed)?.send(SIGKILL)
      let status = try adding.waitForExit(within: soon)
      #expect(poll(within: soon) { (try? installation.status()) != nil }, "it comes back")
      let isStored = try installation.rules().contains { $0.name == name }
      #expect(isStored == (status == 0), "round \(round)")
      if isStored {
        #expect(
          poll(within: soon) { (try? installation.blocking().contains(name)) == true },
          "it is enforced when the platform is back")
      }
    }
  }

  @Test(
    "a platform that hangs while a rule is saved: it is stored, and said not to be enforced yet")
  func platformHangs() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: ["--enforce", "none"])
    try installation.run("list", "add", "games", "--app", "/usr/bin/sha256sum")
    let platform = try installation.process(.screentimed)
    platform.send(SIGSTOP)
    defer { platform.send(SIGCONT) }
    let added = try installation.cli(
      [
        "rule", "add", "schedule", "Focus", "--from", "00:00", "--to", "00:00", "--days",
        "everyday", "--list", "games",
      ], within: .seconds(60))
    #expect(added.status == 0)
    #expect(added.out.contains("not enforced yet: screentimed cannot be reached"))
    platform.send(SIGCONT)
    #expect(poll(within: soon) { (try? installation.blocking()) == ["Focus"] })
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
