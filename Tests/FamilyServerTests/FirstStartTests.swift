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
}
