import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The parents' token, whenever a process ends")
struct FirstStartTests {
  /// System calls before which a process is killed, and how far apart those are that are tried.
  private static let calls: [(names: String, step: Int)] = [
    ("pwrite64", 9), ("fdatasync,fsync", 1), ("rename,renameat,renameat2", 1), ("write", 1),
  ]

  /// Runs a command that is killed before its n-th such call; says whether it was.
  private func run(
    _ arguments: [String], in scratch: Scratch, killedAt calls: String, _ count: Int
  ) throws -> Bool {
    let tracer = try scratch.start(
      "/usr/bin/strace",
      [
        "-f", "-o", "/dev/null", "-e", "trace=" + calls, "-e",
        "inject=\(calls):signal=SIGKILL:when=\(count)", try BuiltProgram.path("family-server"),
      ] + arguments)
    return try tracer.waitForExit() != 0
  }

  private func token(_ state: String) throws -> ProgramResult {
    try runToEnd(try BuiltProgram.path("family-server"), ["token", "--state", state])
  }

  @Test("a family's zone is one that can be chosen, also where the machine is set to none")
  func zone() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let program = try BuiltProgram.path("family-server")
    let state = ["--state", scratch.file("state")]
    let unset = try runToEnd(program, ["token"] + state, environment: ["TZ": "localtime"])
    #expect(unset.status == 1 && unset.err.contains("hint: say which it is: TZ="), "\(unset.err)")
    let add = ["family", "add", "Next door", "--zone"]
    let asked = try runToEnd(program, add + ["posixrules"] + state, environment: ["TZ": "UTC"])
    #expect(asked.status != 0 && asked.err.contains("posixrules"), "\(asked.err)")
    let made = try runToEnd(program, add + ["Asia/Tokyo"] + state, environment: ["TZ": "UTC"])
    #expect(made.status == 0, "\(made.err)")
    let listed = try runToEnd(program, ["family", "ls"] + state).out
    #expect(listed.contains("Asia/Tokyo") && listed.split(separator: "\n").count == 2, "\(listed)")
  }

  @Test(
    "a first start that is killed at any moment is made up for by the next one", arguments: calls)
  func first(calls: String, step: Int) throws {
    guard isRoot, unsafe access("/usr/bin/strace", X_OK) == 0 else {
      return Skip.say("killing at a system call needs root and strace", test: "first")
    }
    let scratch = try Scratch("first")
    defer { scratch.cleanUp() }
    var count = 1
    while count < 200 {
      let state = scratch.file("state\(count)")
      let wasKilled = try run(
        ["token", "--state", state], in: scratch, killedAt: calls, count)
      let shown = try token(state)
      #expect(shown.status == 0, "\(calls) \(count): \(shown.err)")
      #expect(shown.out.utf8.count == 45, "\(calls) \(count)")
      if !wasKilled { break }
      count += step
    }
    #expect(count > 1 && count < 200)
  }

  @Test(
    "a rotation that is killed leaves the old token or the new one, and it is shown",
    arguments: calls)
  func rotation(calls: String, step: Int) throws {
    guard isRoot, unsafe access("/usr/bin/strace", X_OK) == 0 else {
      return Skip.say("killing at a system call needs root and strace", test: "rotation")
    }
    let scratch = try Scratch("rotation")
    defer { scratch.cleanUp() }
    let server = try ServerFixture(in: scratch)
    var last = try token(server.state).out
    var count = 1
    while count < 100 {
      let wasKilled = try run(
        ["token", "--state", server.state, "--rotate"], in: scratch, killedAt: calls, count)
      let shown = try token(server.state)
      #expect(shown.status == 0, "\(calls) \(count): \(shown.err)")
      let text = shown.out.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(try server.ask("GET", "/v1/parent/family", token: text).status == 200)
      if !wasKilled {
        #expect(shown.out != last)
        break
      }
      last = shown.out
      count += 1
    }
    #expect(count > 1 && count < 100)
  }

  @Test("a server that may have few descriptors serves as many as it can, and the others later")
  func descriptors() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let server = try scratch.start(
      "/usr/bin/prlimit",
      [
        "--nofile=128:128", try BuiltProgram.path("family-server"), "serve", "--state",
        scratch.file("state"), "--listen", "127.0.0.1:0",
      ])
    let line = try server.waitForLine(containing: "ready at")
    let address = try #require(line.split(separator: " ").last.map(String.init))
    var open = try (0..<200).map { _ in try PlainClient(address) }
    let inTurn = open[0]
    inTurn.write(PlainClient.Request("GET", "/healthz").text)
    #expect(try inTurn.answer()?.status == 200)
    let late = try PlainClient(address)
    late.write(PlainClient.Request("GET", "/healthz").text)
    open.removeAll()
    #expect(try late.answer()?.status == 200)
    #expect(server.isRunning)
  }

  /// What a plain user's environment says of his home, below a folder of his.
  private static let homes: [(home: String, state: String, made: String)] = [
    ("home", "", "home/.local/state/family-server"),
    ("home", "xdg/state", "xdg/state/family-server"),
    ("home/", "", "home/.local/state/family-server"),
  ]

  /// Runs `token` as somebody who isn't root, with this environment and no other.
  private func plainUser(_ environment: [String], in scratch: Scratch) throws -> ProgramResult {
    try runToEnd(
      "/usr/bin/setpriv",
      ["--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/env", "-i"] + environment
        + [try BuiltProgram.path("family-server"), "token"])
  }

  @Test("a plain user's first start makes what leads to the state", arguments: homes)
  func plainUser(home: String, state: String, made: String) throws {
    guard isRoot else { return Skip.say("being somebody else needs root", test: "plainUser") }
    let scratch = try Scratch("plain-user")
    defer { scratch.cleanUp() }
    let folder = try scratch.makeFolder("his")
    _ = try scratch.makeFolder("his/home")
    for path in [folder, folder + "/home"] { unsafe #expect(chown(path, 65534, 65534) == 0) }
    _ = unsafe chmod(scratch.path, 0o755)
    let result = try plainUser(
      ["HOME=\(folder)/\(home)"] + (state.isEmpty ? [] : ["XDG_STATE_HOME=\(folder)/\(state)"]),
      in: scratch)
    #expect(result.status == 0 && result.out.utf8.count == 45, "\(result.err)")
    #expect(FileManager.default.fileExists(atPath: "\(folder)/\(made)/token"))
  }

  @Test(
    "somebody without a home is asked where the state is to be",
    arguments: [[], ["HOME="], ["HOME=here", "XDG_STATE_HOME=there"]])
  func homeless(environment: [String]) throws {
    guard isRoot else { return Skip.say("being somebody else needs root", test: "homeless") }
    let scratch = try Scratch("homeless")
    defer { scratch.cleanUp() }
    let result = try plainUser(environment, in: scratch)
    #expect(result.status == 64)
    #expect(result.err.contains("--state: without a HOME"), "\(result.err)")
  }
}
