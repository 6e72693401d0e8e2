import Foundation
import Glibc
import TestSupport
import Testing

/// The server is killed before a system call, is started again on the same database, and its callers go on.
///
/// The calls are those with which it writes, speaks to its database, or answers: with SQLite that is
/// between any two writes of a transaction, with PostgreSQL between any two statements.
@Suite("The server, killed at any moment")
struct KillTests {
  /// The system calls before which it is killed.
  struct Moment: CustomTestStringConvertible {
    let engine: Engine
    let calls: String
    let works: [InterruptedFamily.Work]

    var testDescription: String {
      "\(engine.rawValue), \(calls): \(works.map(\.rawValue).joined(separator: " "))"
    }
  }

  /// How libmicrohttpd sends, and how libpq does.
  private static let sending = "sendmsg,sendto,writev"

  private static let moments: [Moment] = [
    Moment(engine: .sqlite, calls: "pwrite64", works: [.pair, .submit, .policy]),
    Moment(
      engine: .sqlite, calls: "pwrite64",
      works: [.pairingCode, .unlock, .challenge, .status, .revoke, .overrides]),
    Moment(engine: .sqlite, calls: "pwrite64", works: [.several]),
    Moment(engine: .sqlite, calls: "fdatasync", works: InterruptedFamily.Work.allCases),
    Moment(engine: .sqlite, calls: sending, works: InterruptedFamily.Work.allCases),
    Moment(engine: .postgres, calls: sending, works: [.pair, .submit, .policy, .challenge]),
    Moment(
      engine: .postgres, calls: sending,
      works: [.pairingCode, .unlock, .status, .revoke, .overrides, .several]),
    Moment(engine: .postgres, calls: "recvfrom", works: [.submit, .pair]),
  ]

  @Test(
    "nothing is awarded twice, nothing that was acknowledged is lost, nothing is there by half",
    arguments: moments)
  func killed(moment: Moment) throws {
    guard isRoot, unsafe access("/usr/bin/strace", X_OK) == 0 else {
      return Skip.say("killing at a system call needs root and strace")
    }
    let scratch = try Scratch("killed")
    defer { scratch.cleanUp() }
    var options: [String] = []
    if moment.engine == .postgres {
      do {
        options = ["--database", try PostgresServer.shared.get().database()]
      } catch {
        return Skip.say("PostgreSQL: \(error)", test: "killed")
      }
    }
    let server = try ServerFixture(in: scratch, options: options)
    let family = try InterruptedFamily(server)
    for work in moment.works {
      var kills = 0
      while kills < 60, try kill(server, in: family, doing: work, at: moment.calls, kills + 1) {
        kills += 1
      }
      #expect(kills > 0 && kills < 60, "\(work) at \(moment.calls)")
    }
  }

  /// Has `work` done while the server is to be killed before its n-th such call; says whether it was.
  private func kill(
    _ server: ServerFixture, in family: InterruptedFamily, doing work: InterruptedFamily.Work,
    at calls: String, _ number: Int
  ) throws -> Bool {
    let errands = try family.errands(for: work)
    let tracer = try server.scratch.start(
      "/usr/bin/strace",
      [
        "-p", "\(server.process.pid)", "-o", "/dev/null", "-e", "trace=" + calls, "-e",
        "inject=\(calls):signal=SIGKILL:when=\(number)",
      ])
    try tracer.waitForLine(containing: "attached")
    let answers = try server.sendTogether(errands.map(\.request))
    if answers.allSatisfy({ $0 != nil }) { tracer.terminate() }
    try tracer.waitForExit()
    // The call may have been one that came after the answers.
    let wasKilled = !server.process.isRunning
    if wasKilled { try server.killAndRestart() }
    do {
      try family.settle(errands, with: answers)
    } catch {
      throw ServerFixtureError("\(work), killed at \(calls) \(number): \(error)")
    }
    return wasKilled
  }
}

extension ServerFixture {
  /// Sends requests so that they come at the same moment, and hands back their answers.
  func sendTogether(
    _ requests: [PlainClient.Request]
  ) throws -> [PlainClient.Answer?] {
    guard requests.count > 1 else {
      return try requests.map { try ask($0, isStranger: true) }
    }
    let clients = try requests.map { _ in try PlainClient(address) }
    // The server has to have taken the connections first, which it does without a database.
    for client in clients { client.write(PlainClient.Request("GET", "/metrics").text) }
    for client in clients where try client.answer() == nil {
      return requests.map { _ in nil }
    }
    process.send(SIGSTOP)
    for (client, request) in zip(clients, requests) { client.write(request.text) }
    process.send(SIGCONT)
    return try clients.map { try $0.answer() }
  }
}
