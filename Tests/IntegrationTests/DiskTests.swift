import Glibc
import OpenAppLockProtocol
import TestSupport
import Testing

@Suite("A full disk")
struct DiskTests {
  @Test("refuses what it can't store, keeps what holds, and all is well when there is room again")
  func full() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let disk = try TinyDisk(in: scratch, kibibytes: 8192) else { return }
    let installation = try Installation(in: scratch, below: "disk")
    try installation.start()
    let puzzle = try scratch.victim("puzzle")
    let game = try scratch.start(puzzle, ["300"]).view()
    try installation.lock(puzzle)
    #expect(game.comesToBeHeld())

    try disk.fill()
    let rules = try installation.rules()
    for words in [
      ["rule", "add", "schedule", "More", "--list", "Focus list"], ["rule", "unblock", "Focus"],
      ["rule", "rm", "Focus"], ["list", "add", "other", "--app", puzzle],
      ["settings", "set", "uninstall-protection", "on"],
    ] {
      let result = try installation.cli(["--json"] + words)
      #expect(result.status == 1, "\(words): \(result.out)")
      #expect(result.out.contains("\"notStored\""), "\(words): \(result.out)")
    }
    #expect(try installation.rules() == rules)
    #expect(game.isHeld)
    #expect(try installation.shielded() == [puzzle])

    installation.running(.screentimed)?.send(SIGKILL)
    installation.running(.app)?.send(SIGKILL)
    #expect(poll(within: soon) { (try? installation.blocking()) == ["Focus"] })
    #expect(game.comesToBeHeld())

    try disk.makeRoom()
    try installation.run("rule", "unblock", "Focus")
    #expect(game.comesToGoOn())
  }

  @Test("keeps a stop from nothing: everything ends, and the next start holds again")
  func stopping() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    guard let disk = try TinyDisk(in: scratch, kibibytes: 8192) else { return }
    let installation = try Installation(in: scratch, below: "disk")
    try installation.start()
    let puzzle = try scratch.victim("puzzle")
    let game = try scratch.start(puzzle, ["300"]).view()
    try installation.lock(puzzle)
    #expect(game.comesToBeHeld())
    try disk.fill()
    #expect(try installation.stop(within: .seconds(30)) == 0)
    #expect(game.comesToGoOn())
    try disk.makeRoom()
    try installation.start()
    #expect(game.comesToBeHeld())
    #expect(try installation.rules().map(\.name) == ["Focus"])
  }
}
