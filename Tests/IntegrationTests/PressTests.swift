import Foundation
import Glibc
import OpenAppLockProtocol
import ScreenTimeModel
import TestSupport
import Testing

/// Many command lines press the same shield at once, each a process of its own (decisions O2–O4).
///
/// What is left is spent once for each session, and nothing is ever granted without being spent.
@Suite("Presses from many processes at once")
struct PressTests {
  private static let app = "/usr/bin/sha256sum"
  private static let crowd = 10

  /// An installation whose clock the test moves, with an open limit on the app for each of `limits`.
  private func installation(_ scratch: Scratch, limits: [String: Int]) throws -> Installation {
    let installation = try Installation(
      in: scratch,
      options: [
        "--clock", "virtual", "--start", "2025-01-06T10:00", "--zone", "Europe/Berlin",
        "--enforce", "none",
      ])
    try add(limits, to: installation)
    return installation
  }

  private func add(_ limits: [String: Int], to installation: Installation) throws {
    try installation.run("list", "add", "games", "--app", Self.app)
    for (name, opens) in limits {
      try installation.run(
        "rule", "add", "open-limit", name, "--opens", "\(opens)", "--days", "everyday", "--list",
        "games")
    }
  }

  /// Presses as often as there are processes, all of which are started before the first is waited for.
  private func pressAtOnce(on installation: Installation) throws -> [RunningProcess] {
    let presses = try (0..<Self.crowd).map { _ in
      try installation.launch(
        "openapplock", ["--state", installation.state, "--json", "shield", "press", Self.app])
    }
    for press in presses { try press.waitForExit(within: .seconds(60)) }
    return presses
  }

  private func spent(of rule: String, in installation: Installation) throws -> Int? {
    try installation.rules().first { $0.name == rule }?.now.usedOpens
  }

  @Test("each crowd shares one session and spends one open, until none is left and nothing changes")
  func oneSession() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try installation(scratch, limits: ["Twice": 2])
    for round in 1...2 {
      for press in try pressAtOnce(on: installation) {
        #expect(press.status == 0, "\(press.output)")
        let reply = try JSONDecoder().decode(AppPress.Reply.self, from: Data(press.output.utf8))
        #expect(reply.response == .defer)
        #expect(reply.opens == ["Twice": round])
      }
      #expect(try spent(of: "Twice", in: installation) == round)
      #expect(try installation.shielded().isEmpty)
      try installation.run("clock", "advance", "14m")
      #expect(try installation.shielded().isEmpty, "no press has cut it short")
      try installation.run("clock", "advance", "1m")
      #expect(try installation.shielded() == [Self.app], "no press has prolonged it")
    }
    let before = try installation.groupFiles()
    for press in try pressAtOnce(on: installation) {
      #expect(press.status == 1)
      #expect(press.output.contains("\"noOpensLeft\""))
    }
    #expect(try installation.groupFiles() == before)
    #expect(try installation.shielded() == [Self.app])
  }

  @Test("a crowd spends one of each limit that covers the app, and none when one of them is spent")
  func twoLimits() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try installation(scratch, limits: ["Once": 1, "Thrice": 3])
    for press in try pressAtOnce(on: installation) { #expect(press.status == 0) }
    #expect(try installation.shielded().isEmpty)
    try installation.run("clock", "advance", "20m")
    for press in try pressAtOnce(on: installation) { #expect(press.status == 1) }
    #expect(try spent(of: "Once", in: installation) == 1)
    #expect(try spent(of: "Thrice", in: installation) == 1)
    #expect(try installation.shielded() == [Self.app])
  }

  @Test("a crowd in front of a scheduled block spends nothing")
  func underSchedule() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try installation(scratch, limits: ["Twice": 2])
    try installation.run(
      "rule", "add", "schedule", "Focus", "--from", "09:00", "--to", "17:00", "--days", "everyday",
      "--list", "games")
    let before = try installation.groupFiles()
    for press in try pressAtOnce(on: installation) {
      #expect(press.status == 1)
      #expect(press.output.contains("\"blockedByOther\""))
    }
    #expect(try installation.groupFiles() == before)
    #expect(try spent(of: "Twice", in: installation) == 0)
  }

  @Test("whoever decides is killed among the presses: never more is spent, nothing is open unspent")
  func killed() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch, options: ["--enforce", "none"])
    try add(["Five": 5], to: installation)
    try installation.run("shield", "show", Self.app)
    for round in 1...3 {
      let presses = try (0..<Self.crowd).map { _ in
        try installation.launch(
          "openapplock", ["--state", installation.state, "--json", "shield", "press", Self.app])
      }
      // Another moment each time: while it starts, decides, is answered.
      usleep(UInt32(round) * 4000)
      installation.running(.shieldAction)?.send(SIGKILL)
      for press in presses { try press.waitForExit(within: .seconds(60)) }
      let spent = try #require(try spent(of: "Five", in: installation))
      #expect(spent <= 5)
      let granted = presses.contains { $0.status == 0 }
      if granted { #expect(spent >= 1, "what was granted was spent") }
      if try installation.shielded().isEmpty {
        #expect(spent >= 1, "what is open was spent")
      } else {
        #expect(!granted, "what was granted is open")
      }
    }
  }
}

extension Installation {
  /// What the documents of the group are on disk, byte for byte.
  fileprivate func groupFiles() throws -> [String: Data] {
    let group = state + "/groups/group.dev.openapplock/"
    return try FileManager.default.contentsOfDirectory(atPath: group)
      .filter { $0.hasSuffix(".json") }
      .reduce(into: [:]) { $0[$1] = try Data(contentsOf: URL(filePath: group + $1)) }
  }
}
