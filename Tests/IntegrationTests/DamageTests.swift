import Foundation
import Glibc
import OpenAppLockProtocol
import TestSupport
import Testing

/// What lies on the disk is damaged while nothing runs, and everything is started again.
@Suite("Damaged files lose no rule and lift no shield")
struct DamageTests {
  /// An installation that holds a program by a rule, was told to end, and has ended.
  private struct Locked {
    let scratch: Scratch
    let installation: Installation
    let puzzle: String
    let game: ProcessView

    init(_ test: String = #function) throws {
      scratch = try Scratch(test)
      installation = try Installation(in: scratch, options: [])
      puzzle = try scratch.victim("puzzle")
      game = try scratch.start(puzzle, ["300"]).view()
      try installation.lock(puzzle)
      #expect(game.comesToBeHeld())
      try installation.stop()
      #expect(game.comesToGoOn())
    }

    func damage(_ name: String, _ content: String = "{\"schemaVersion\": 1, \"con") throws {
      try Data(content.utf8).write(to: URL(filePath: installation.state + "/" + name))
    }

    func startAgain() throws {
      try installation.start()
      #expect(game.comesToBeHeld())
      if isRoot { #expect(poll(within: soon) { reasonNotToStart(puzzle) == EPERM }) }
    }

    func stillFollowsRules() throws {
      #expect(try installation.rules().map(\.name) == ["Focus"])
      try installation.run("rule", "unblock", "Focus")
      #expect(game.comesToGoOn())
    }
  }

  @Test(
    "each document of the platform and of the group, cut off or empty",
    arguments: [
      "platform/stores", "platform/shields", "platform/activities", "platform/settings",
      "groups/group.dev.openapplock/snapshots", "groups/group.dev.openapplock/shield-stores",
      "groups/group.dev.openapplock/settings", "groups/group.dev.openapplock/usage",
    ])
  func document(name: String) throws {
    let locked = try Locked()
    defer { locked.scratch.cleanUp() }
    try locked.damage(name + ".json", name.hasSuffix("s") ? "{\"schemaVersion\": 1, \"con" : "")
    try locked.startAgain()
    try locked.stillFollowsRules()
  }

  @Test("all documents at once, and the versions before them")
  func everything() throws {
    let locked = try Locked()
    defer { locked.scratch.cleanUp() }
    for folder in ["platform", "groups/group.dev.openapplock"] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: locked.installation.state + "/" + folder)
      for name in names where name.hasSuffix(".json") { try locked.damage(folder + "/" + name) }
    }
    try locked.startAgain()
    #expect(try locked.installation.status().faults.contains { $0.message.contains("damaged") })
    try locked.stillFollowsRules()
  }

  @Test("a document from a newer version is left alone, and its shield stays")
  func newerDocument() throws {
    let locked = try Locked()
    defer { locked.scratch.cleanUp() }
    let name = "platform/stores.json"
    let newer = "{\"schemaVersion\": 99, \"content\": {\"beyond\": \"us\"}}"
    try locked.damage(name, newer)
    try locked.startAgain()
    #expect(try locked.installation.status().faults.contains { $0.code == "newer" })
    #expect(
      try String(contentsOfFile: locked.installation.state + "/" + name, encoding: .utf8) == newer)
  }

  @Test("the rules' file: the copy of the last change takes its place")
  func database() throws {
    let locked = try Locked()
    defer { locked.scratch.cleanUp() }
    try locked.damage("app.sqlite", String(repeating: "not a database\n", count: 400))
    try locked.startAgain()
    let faults = try locked.installation.status().faults
    #expect(faults.contains { $0.message.contains("damaged-1") }, "\(faults)")
    try locked.stillFollowsRules()
  }

  @Test("the rules' file and its copy: nothing can be changed, and what blocked goes on blocking")
  func bothDatabases() throws {
    let locked = try Locked()
    defer { locked.scratch.cleanUp() }
    let noise = String(repeating: "not a database\n", count: 400)
    try locked.damage("app.sqlite", noise)
    try locked.damage("app.backup.sqlite", noise)
    try locked.startAgain()
    #expect(try locked.installation.blocking() == ["Focus"])
    #expect(try locked.installation.status().faults.contains { $0.message.contains("app.sqlite") })
    #expect(try locked.installation.rules().map(\.name) == ["Focus"], "those in force are shown")
    for words in [
      ["rule", "unblock", "Focus"], ["rule", "rm", "Focus"],
      ["list", "add", "more", "--app", locked.puzzle], ["list", "ls"],
    ] {
      let result = try locked.installation.cli(words)
      #expect(result.status == 1)
      #expect(result.err.hasPrefix("openapplock: "))
      #expect(result.err.contains("app.sqlite"))
      #expect(result.err.contains("\nhint: "))
    }
    #expect(locked.game.isHeld)
  }

  @Test("the rules' file of a newer version is not touched, and what blocked goes on blocking")
  func newerDatabase() throws {
    let locked = try Locked()
    defer { locked.scratch.cleanUp() }
    let file = URL(filePath: locked.installation.state + "/app.sqlite")
    let step = (known: Data("1 rules and lists".utf8), unknown: Data("9 rules and lists".utf8))
    var bytes = try Data(contentsOf: file)
    while let place = bytes.range(of: step.known) {
      bytes.replaceSubrange(place, with: step.unknown)
    }
    try bytes.write(to: file)
    try locked.startAgain()
    let refusal = try locked.installation.refusal(of: "rule", "rm", "Focus")
    #expect(refusal.message.contains("newer version"))
    #expect(refusal.hint?.contains("newer openapplock") == true)
    #expect(try Data(contentsOf: file) == bytes)
    #expect(try locked.installation.blocking() == ["Focus"])
  }

  @Test("the rules' file that is gone comes back from its copy")
  func missingDatabase() throws {
    let locked = try Locked()
    defer { locked.scratch.cleanUp() }
    try FileManager.default.removeItem(atPath: locked.installation.state + "/app.sqlite")
    try locked.startAgain()
    try locked.stillFollowsRules()
  }

  @Test("a damaged manifest is told, and the other extensions do their work")
  func manifest() throws {
    let locked = try Locked()
    defer { locked.scratch.cleanUp() }
    try locked.damage("platform/extensions/zz.json")
    try locked.startAgain()
    let faults = try locked.installation.status().faults
    #expect(faults.contains { $0.code == "manifest" && $0.message.contains("zz.json") })
    #expect(
      try locked.installation.run("shield", "show", locked.puzzle).contains("App Blocked"))
  }

  @Test("documents that are damaged while everything runs are healed by the next change")
  func whileRunning() throws {
    let locked = try Locked()
    defer { locked.scratch.cleanUp() }
    try locked.startAgain()
    for name in ["snapshots", "shield-stores", "settings"] {
      try locked.damage("groups/group.dev.openapplock/\(name).json")
    }
    try locked.damage("platform/stores.json")
    #expect(try locked.installation.blocking() == ["Focus"])
    #expect(locked.game.isHeld)
    try locked.stillFollowsRules()
  }
}
