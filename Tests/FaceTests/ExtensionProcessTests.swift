import Bus
import DeviceActivity
import Foundation
import Glibc
import ScreenTimeClient
import ScreenTimeModel
import ScreenTimeProtocol
import TestSupport
import Testing

@Suite("An extension's program as a process")
struct ExtensionProcessTests {
  private let log = ServiceLog()

  private func call(_ activity: String) -> ScriptedCall {
    .activity(
      ActivityCallback(
        callback: .intervalDidStart, activity: DeviceActivityName(activity), now: callback().now,
        zone: "Europe/Berlin"))
  }

  private func start(
    _ scratch: Scratch, _ more: [String] = []
  ) throws -> RunningProcess {
    try scratch.start(
      try BuiltProgram.path("probe-extension"),
      ["--app-group", scratch.path, "--service", scratch.file("service.sock")] + more)
  }

  @Test("its manifest names the program that was run, with links resolved")
  func describe() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let program = try BuiltProgram.path("probe-extension")
    let link = scratch.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program)
    let result = try runToEnd(link, ["--describe"])
    #expect(result.status == 0)
    let manifest = try JSONDecoder().decode(ExtensionManifest.self, from: Data(result.out.utf8))
    #expect(manifest.executable == URL(filePath: program).resolvingSymlinksInPath().path)
    #expect(manifest.identifier == "dev.example.probe")
  }

  @Test("started by nobody it explains itself on standard error and ends")
  func bare() throws {
    let result = try runToEnd(try BuiltProgram.path("probe-extension"))
    #expect(result.status == 64)
    #expect(result.out.isEmpty)
    #expect(result.err.split(separator: "\n").count == 1)
  }

  @Test("one call goes through standard input and output")
  func once() throws {
    let input =
      #"{"activity":"shield","callback":"intervalDidStart","now":"2025-01-06T09:00:00Z","#
      + #""zone":"Europe/Berlin"}"#
    let result = try runToEnd(
      try BuiltProgram.path("probe-extension"), ["--app-group", "/tmp", "--once"], input: input)
    #expect(result.status == 0)
    #expect(
      result.out
        == #"{"answer":{},"effects":[{"body":{"changes":{"denyAppRemoval":true},"#
        + #""store":"probe"},"type":"store.change"}]}"# + "\n")
  }

  @Test("a word that means nothing is said with its place, and without a word about our types")
  func unknownWord() throws {
    let input =
      #"{"activity":"shield","callback":"intervalWillFly","now":"2025-01-06T09:00:00Z","#
      + #""zone":"Europe/Berlin"}"#
    let result = try runToEnd(
      try BuiltProgram.path("probe-extension"), ["--app-group", "/tmp", "--once"], input: input)
    #expect(result.status == 64)
    #expect(
      result.err == "probe-extension: the call says \"intervalWillFly\" at \"callback\","
        + " which means nothing there\n")
  }

  @Test("it registers as what it is, serves, and leaves at a signal", arguments: [SIGTERM, SIGINT])
  func serves(signal: Int32) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    log.script = [call("shield"), call("unheard-of")]
    let service = try ServiceThread(at: scratch.file("service.sock"), log: log)
    defer { service.stop() }
    let process = try start(scratch)
    try #require(poll(within: .seconds(30)) { log.answers.count == 2 })
    #expect(log.answers == ["ok {}", "error invalid the probe does not know unheard-of"])
    #expect(
      log.requests == [#"store.change {"changes":{"denyAppRemoval":true},"store":"probe"}"#])
    let peer = try #require(log.peers.first)
    #expect(peer.credentials.pid == process.pid)
    #expect(peer.name == "dev.example.probe")
    #expect(
      peer.attributes == [
        "extension": "dev.example.probe", "extensionPoint": "device-activity-monitor",
        "appGroup": "group.dev.example.probe", "pointOldest": "1", "pointNewest": "1",
      ])
    process.send(signal)
    #expect(try process.waitForExit() == 0)
    #expect(process.errors.isEmpty)
  }

  @Test("a callback that never returns doesn't keep it from leaving")
  func neverReturns() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    log.script = [call("shield"), call("never-return")]
    let service = try ServiceThread(at: scratch.file("service.sock"), log: log)
    defer { service.stop() }
    let process = try start(scratch)
    try #require(poll(within: .seconds(30)) { log.answers.count == 1 })
    process.terminate()
    #expect(try process.waitForExit() == 0)
    try #require(poll(within: .seconds(30)) { log.answers.count == 2 })
    #expect(log.answers.last?.hasPrefix("error peerGone") == true)
  }

  @Test("one that the service doesn't know says so and ends")
  func unknown() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    log.admits = false
    let service = try ServiceThread(at: scratch.file("service.sock"), log: log)
    defer { service.stop() }
    let process = try start(scratch)
    #expect(try process.waitForExit() == 1)
    #expect(process.errors.hasPrefix("probe-extension: "))
  }

  @Test("one whose place is taken says the service's sentence and ends")
  func refused() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    log.objection = BusError(
      code: .invalid, message: "process 4711 serves the monitor already", hint: "end that one")
    let service = try ServiceThread(at: scratch.file("service.sock"), log: log)
    defer { service.stop() }
    let process = try start(scratch)
    #expect(try process.waitForExit() == 1)
    #expect(
      process.errors
        == "probe-extension: process 4711 serves the monitor already\nhint: end that one\n")
  }

  @Test("one that waited for the service and is refused by the next one ends")
  func refusedLater() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let first = try ServiceThread(at: scratch.file("service.sock"), log: log)
    let process = try start(scratch)
    let registered = poll(within: .seconds(30)) { log.peers.count == 1 }
    first.stop()
    try #require(registered)
    try process.waitForLine(containing: "waiting for it to come back")
    log.objection = BusError(code: .invalid, message: "another one serves already")
    let second = try ServiceThread(at: scratch.file("service.sock"), log: log)
    defer { second.stop() }
    #expect(try process.waitForExit() == 1)
    #expect(process.errors.hasSuffix("probe-extension: another one serves already\n"))
  }

  @Test("where there is no service it says so and ends")
  func noService() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let process = try start(scratch)
    #expect(try process.waitForExit() == 69)
    #expect(process.errors.hasPrefix("probe-extension: "))
  }

  @Test("one that the service started leaves with it")
  func leavesWithService() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let service = try ServiceThread(at: scratch.file("service.sock"), log: log)
    let process = try start(scratch, ["--with-parent", "\(getpid())"])
    let registered = poll(within: .seconds(30)) { log.peers.count == 1 }
    service.stop()
    try #require(registered)
    #expect(try process.waitForExit() == 0)
    #expect(process.errors.isEmpty)
  }

  @Test("one whose parent has gone already doesn't begin")
  func parentGone() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let service = try ServiceThread(at: scratch.file("service.sock"), log: log)
    defer { service.stop() }
    let process = try start(scratch, ["--with-parent", "1"])
    #expect(try process.waitForExit() == 0)
    #expect(log.peers.isEmpty)
  }

  @Test("one that was started by hand waits for the service and serves the next")
  func waitsForService() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let first = try ServiceThread(at: scratch.file("service.sock"), log: log)
    let process = try start(scratch)
    let registered = poll(within: .seconds(30)) { log.peers.count == 1 }
    first.stop()
    try #require(registered)
    try process.waitForLine(containing: "waiting for it to come back")
    log.script = [call("shield")]
    let second = try ServiceThread(at: scratch.file("service.sock"), log: log)
    defer { second.stop() }
    try process.waitForLine(containing: "the service is back")
    try #require(poll(within: .seconds(30)) { log.answers.count == 1 })
    #expect(log.answers == ["ok {}"])
    process.terminate()
    #expect(try process.waitForExit() == 0)
  }

  @Test("one that waits for the service leaves at a signal")
  func leavesWhileWaiting() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let service = try ServiceThread(at: scratch.file("service.sock"), log: log)
    let process = try start(scratch)
    let registered = poll(within: .seconds(30)) { log.peers.count == 1 }
    service.stop()
    try #require(registered)
    try process.waitForLine(containing: "waiting for it to come back")
    process.terminate()
    #expect(try process.waitForExit() == 0)
  }
}
