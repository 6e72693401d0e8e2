import Bus
import Foundation
import Glibc
import OpenAppLockProtocol
import TestSupport
import Testing

/// How people look at the messages of a running instance, and drive it by hand.
@Suite("Looking at the bus of an installation")
struct InspectionTests {
  private static let options = [
    "--clock", "virtual", "--start", "2025-01-06T08:00", "--zone", "Europe/Berlin", "--enforce",
    "none",
  ]
  private let limit = Duration.seconds(30)

  /// A line of `bus monitor --json`.
  private struct Line: Decodable {
    let service: String
    let kind: String?
    let type: String?
    let id: String?
    let cause: String?
    let depth: Int?
    let milliseconds: Double?
  }

  private func lines(_ process: RunningProcess) -> [Line] {
    process.output.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  @Test("messages are told by the services that run, and by this release where none does")
  func messages() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch)
    let without = try installation.cli(["bus", "messages", "rule.add"])
    #expect(without.status == 0)
    #expect(without.err.contains("the app's service does not run"))
    try installation.start(Self.options)
    let with = try installation.cli(["bus", "messages", "rule.add"])
    #expect(with.out == without.out)
    #expect(with.err == "")
    for part in ["sent by", "input.from", "time of day", "hardMode", "overLimit", "for example"] {
      #expect(with.out.contains(part) == (part != "hardMode"), "\(part)")
    }
    #expect(try installation.run("bus", "messages").contains("shield.press"))
    let unknown = try installation.refusal(of: "bus", "messages", "rule.ad")
    #expect(unknown.code == "notFound")
    #expect(unknown.hint == "did you mean rule.add?")
  }

  @Test("peers are told with their process, program, messages and what they have registered")
  func peers() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: Self.options)
    try installation.lock("/usr/bin/sha256sum")
    let reports: [BusPeers.Reply] = try installation.json("bus", "peers")
    #expect(reports.map(\.service) == ["screentimed", "openapplock"])
    #expect(
      reports.map(\.pid) == [
        try installation.process(.screentimed).pid, try installation.process(.app).pid,
      ])
    let app = try #require(reports.first?.peers.first { $0.name == "openapplock" })
    #expect(app.pid == reports.last?.pid)
    #expect(app.executable?.hasSuffix("/openapplock") == true)
    #expect(app.received > 3 && app.sent > 3)
    #expect(app.registered.contains("a tick every 30 s"))
    #expect(app.registered.contains { $0.hasPrefix("activity sched-") })
    let text = try installation.run("bus", "peers")
    #expect(text.contains("a tick every 30 s"))
    #expect(text.contains("openapplock-up"))
  }

  @Test("a call gets its reply, or its refusal, with the exit status of each")
  func calls() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch)
    let absent = try installation.cli(["bus", "call", "rule.list"])
    #expect(absent.status == 69)
    let waiting = try installation.launch(
      "openapplock",
      ["--state", installation.state, "--json", "bus", "call", "rule.list", "--wait", "60s"])
    try installation.start(Self.options)
    #expect(try waiting.waitForExit(within: limit) == .exited(0))
    #expect(waiting.output == "{\"rules\":[]}\n")
    for (arguments, status, text) in [
      (["clock.read"], 0, "\"isVirtual\": true"),
      (["store.list", "--group", "group.example.mine"], 0, "\"stores\": []"),
      (["ping", "--service", "app"], 0, "{}"),
      (["rule.show", #"{"rule":"Focus"}"#], 1, "Focus"),
      (["store.list"], 1, "app group"),
      (["rule.shwo", #"{"rule":"Focus"}"#], 64, "did you mean rule.show?"),
      (["rule.show", #"{"rle":"Focus"}"#], 64, #""rle" is unknown"#),
      (
        ["store.change", #"{"store":"s","changes":{"denyAppRemoval":3}}"#], 64,
        #""changes.denyAppRemoval" is a number"#
      ),
      (["rule.show", "{"], 64, "JSON"),
      (["hello"], 64, "by itself"),
      (["rule.list", "--service", "screentimed"], 64, "of screentimed"),
    ] as [([String], Int32, String)] {
      let result = try installation.cli(["bus", "call"] + arguments)
      #expect(result.status == .exited(status), "\(arguments)")
      #expect((result.out + result.err).contains(text), "\(arguments): \(result.out)\(result.err)")
    }
  }

  @Test("a monitor shows who asks whom, what follows from it, and the answer's time")
  func monitor() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: Self.options)
    let all = try installation.launch(
      "openapplock", ["--state", installation.state, "bus", "monitor", "--full"])
    let some = try installation.launch(
      "openapplock",
      [
        "--state", installation.state, "--json", "bus", "monitor", "--type", "rule.*", "--type",
        "list.*",
      ])
    try all.waitForLine(containing: "watching screentimed and the app's service", within: limit)
    #expect(poll(within: limit) { (try? taps(installation)) == 4 })
    try installation.lock("/usr/bin/sha256sum")
    let reply = try all.waitForLine(containing: "✓ rule.add", within: limit)
    #expect(reply.contains("app → openapplock-cli("))
    #expect(reply.contains(" ms"))
    try all.waitForLine(containing: "? activity.start", within: limit)
    try all.waitForLine(containing: "because of", within: limit)
    try all.waitForLine(containing: "· union.changed", within: limit)
    try all.waitForLine(containing: "\"name\": \"Focus\"", within: limit)
    #expect(!all.output.contains("\u{1B}"))
    #expect(poll(within: limit) { lines(some).count == 4 })
    #expect(lines(some).map(\.type) == ["list.add", "list.add", "rule.add", "rule.add"])
    #expect(lines(some).map(\.kind) == ["request", "reply", "request", "reply"])
    #expect(lines(some)[1].cause == lines(some)[0].id)
    #expect(lines(some)[1].milliseconds != nil)
    for monitor in [all, some] {
      monitor.terminate()
      #expect(try monitor.waitForExit(within: limit) == .exited(0))
    }
  }

  /// How many readers the taps have together.
  private func taps(_ installation: Installation) throws -> Int {
    let reports: [BusPeers.Reply] = try installation.json("bus", "peers")
    return reports.flatMap(\.peers).filter {
      $0.name == "openapplock-bus" && $0.registered.contains("the tap")
    }.count
  }

  @Test("a press is followed to the app that goes on: press, action, store, union, thaw")
  func chain() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: [])
    let puzzle = try scratch.victim("puzzle")
    let game = try scratch.start(puzzle, ["300"]).view()
    try installation.run("list", "add", "games", "--app", puzzle)
    try installation.run(
      "rule", "add", "open-limit", "Five", "--opens", "5", "--days", "everyday", "--list", "games")
    #expect(game.comesToBeHeld(within: limit))
    let press = try installation.launch(
      "openapplock",
      ["--state", installation.state, "--json", "bus", "monitor", "--type", "app.press"])
    #expect(poll(within: limit) { (try? taps(installation)) == 2 })
    try installation.run("shield", "press", puzzle)
    #expect(game.comesToGoOn(within: limit))
    #expect(poll(within: limit) { lines(press).count == 2 })
    let id = try #require(lines(press).first?.id)
    // What went before is kept, so a chain can be followed after the fact.
    let chain = try installation.launch(
      "openapplock", ["--state", installation.state, "--json", "bus", "monitor", "--follow", id])
    try chain.waitForLine(containing: "processes.changed", within: limit)
    let links = lines(chain).filter { $0.kind == "request" || $0.kind == "notice" }
    let wanted = [
      "app.press", "shield.press", "shield.act", "store.change", "union.changed",
      "processes.changed",
    ]
    var rest = wanted[...]
    for link in links where link.type == rest.first { rest.removeFirst() }
    #expect(rest.isEmpty, "\(links.map { $0.type ?? "?" })")
    #expect(lines(chain).first?.depth == 0)
    #expect(!lines(chain).contains { $0.type == "rule.add" || $0.type == "platform.status" })
  }

  // MARK: Again

  private func record(_ installation: Installation, _ scratch: Scratch) throws -> String {
    let path = scratch.file("day.jsonl")
    let recorder = try installation.launch(
      "openapplock", ["--state", installation.state, "bus", "record", path])
    try recorder.waitForLine(containing: "recording to", within: limit)
    // Without the app's own loop a day passes in a second: the platform's callbacks do all.
    try installation.run("bus", "call", "app.loop", "{\"runs\":false}")
    try installation.run("list", "add", "games", "--app", "/usr/bin/sha256sum")
    try installation.run(
      "rule", "add", "schedule", "Focus", "--from", "09:00", "--to", "17:00", "--days", "everyday",
      "--list", "games")
    try installation.run(
      "rule", "add", "open-limit", "Five", "--opens", "5", "--days", "everyday", "--list", "games")
    try installation.run("rule", "ls")
    _ = try installation.cli(["rule", "disable", "Nobody"])
    try installation.advance(to: "2025-01-06T12:00")
    try installation.run("status")
    _ = try installation.cli(["shield", "press", "/usr/bin/sha256sum"])
    let rules: [RuleReport] = try installation.json("rule", "ls")
    let focus = try #require(rules.first { $0.name == "Focus" })
    try installation.run("rule", "unblock", "\(focus.id)")
    try installation.run("shield", "press", "/usr/bin/sha256sum")
    try installation.advance(to: "2025-01-06T12:20")
    try installation.run("status")
    try installation.advance(to: "2025-01-07T08:00")
    try installation.run("rule", "ls")
    try installation.run("status")
    recorder.terminate()
    #expect(try recorder.waitForExit(within: limit) == .exited(0))
    #expect(recorder.output.contains("messages recorded"))
    return path
  }

  @Test("a recorded day is said again without a difference; an answer that was altered is one")
  func replay() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: Self.options)
    let path = try record(installation, scratch)
    var status = stat()
    #expect(unsafe stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    try installation.stop()

    let same = try installation.cli(["bus", "replay", path], within: .seconds(120))
    #expect(same.status == .exited(0), "\(same.out)\(same.err)")
    #expect(same.out.contains("every answer like the recorded one"))

    let text = try scratch.read("day.jsonl")
    let altered = text.replacing("5h left", with: "4h left")
    #expect(altered != text)
    let other = try scratch.write(altered, to: "altered.jsonl")
    let different = try installation.cli(["bus", "replay", other], within: .seconds(120))
    #expect(different.status == .exited(1))
    #expect(different.out.contains("- \"Schedule · 4h left\""))
    #expect(different.out.contains("+ \"Schedule · 5h left\""))
    #expect(different.out.contains("answered otherwise"))
  }

  @Test("what can't be replayed says why, and which line it is")
  func unreadable() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch)
    let head =
      #"{"applications":{},"clock":{"isVirtual":true,"now":"2025-01-06T08:00:00Z","zone":"UTC"},"#
    for (text, reason) in [
      ("", "it is empty"),
      ("rubbish\n", "its first line is not that of a recording"),
      (head + #""protocol":2,"recording":1,"services":[]}"# + "\n", "recorded with protocol 2"),
      (head + #""protocol":1,"recording":1,"services":[]}"# + "\n{\"ser\n", "line 2 is damaged"),
      (head + #""protocol":1,"recording":1,"services":[]}"# + "\n{\"service\":", "line 2 is cut"),
    ] {
      let file = try scratch.write(text, to: "file.jsonl")
      let result = try installation.cli(["bus", "replay", file])
      #expect(result.status == .exited(64))
      #expect(result.err.contains(reason), "\(result.err)")
    }
  }

  // MARK: Others

  @Test("another account reaches no socket and reads no file of an instance")
  func eavesdropper() throws {
    guard mayBecomePlain else {
      return Skip.say("becoming another account needs root and setpriv")
    }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    #expect(unsafe chmod(scratch.path, 0o711) == 0)
    let installation = try Installation(in: scratch, options: Self.options)
    let recording = try record(installation, scratch)
    let program = try scratch.copyProgram(try BuiltProgram.path("bus-peer"), as: "bus-peer")
    _ = try runToEnd(program, [], within: limit)
    let state = URL(filePath: installation.state)
    let below = try #require(FileManager.default.enumerator(atPath: installation.state))
    let paths =
      below.compactMap { $0 as? String }.map { state.appending(path: $0).path }
      + [installation.state, recording]
    for name in ["screentimed.sock", "app.sock", "app.sqlite", "snapshots.json"] {
      #expect(paths.contains { $0.hasSuffix(name) }, "\(name)")
    }
    let account = "\(plainAccount)"
    let peer = try scratch.start(
      "/usr/bin/setpriv",
      ["--reuid", account, "--regid", account, "--clear-groups", program, "eavesdrop"] + paths)
    try peer.waitForLine(containing: "tried", within: limit)
    let got = peer.output.split(separator: "\n").filter {
      $0 != "tried" && !$0.hasSuffix(": Permission denied")
    }
    #expect(got == [])
    let copy = try scratch.copyProgram(
      BuiltProgram.path("openapplock"), as: "openapplock-of-another")
    // Once it has started, no other test's child has the copy open any more.
    #expect(try runToEnd(copy, ["--version"], within: limit).status == 0)
    let refused = try runToEnd(
      "/usr/bin/setpriv",
      [
        "--reuid", account, "--regid", account, "--clear-groups", copy, "--state",
        installation.state, "bus", "monitor",
      ], within: limit)
    #expect(refused.status == .exited(69))
    #expect(refused.err.contains("Permission denied"))
    #expect(refused.err.contains("belongs to another account"))
  }
}
