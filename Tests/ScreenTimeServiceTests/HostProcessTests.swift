import Bus
import EventLoop
import Foundation
import Glibc
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import TestSupport
import Testing

/// The service in this process, its extensions as processes over the socket.
///
/// The probe's activities say what it does: `shield` denies the removal of apps, `never-return` hangs,
/// anything else fails.
@Suite("Extensions as processes")
struct HostProcessTests {
  private static let group = "group.dev.example.probe"

  private func fixture(
    _ timing: HostTiming = HostTiming(), executable: String? = nil, test: String = #function
  ) throws -> Fixture {
    try Fixture(
      "2025-01-06T08:00", timing: timing,
      extensions: [
        ExtensionManifest(
          identifier: "dev.example.probe", extensionPoint: .monitor, appGroup: Self.group,
          executable: try executable ?? BuiltProgram.path("probe-extension"))
      ], test: test)
  }

  private func state(_ fixture: Fixture) throws -> ExtensionState {
    try #require(try fixture.client().status().extensions.first)
  }

  @Test("an extension is started when there is something to say to it, and its writes count")
  func onDemand() throws {
    let fixture = try fixture()
    #expect(try state(fixture).pid == nil)
    try fixture.client(group: Self.group).monitor("shield", "09:00", "10:00")
    try fixture.go(to: "2025-01-06T09:00")
    #expect(try fixture.client().status().deniesAppRemoval)
    #expect(try fixture.client(group: Self.group).ask(StoreList()).stores == ["probe"])
    let state = try state(fixture)
    #expect(state.pid != nil && !state.startedByHand && state.deaths == 0)
  }

  @Test("one that was killed is started again for the next callback")
  func killed() throws {
    let fixture = try fixture()
    try fixture.client(group: Self.group).monitor("shield", "09:00", "10:00")
    try fixture.go(to: "2025-01-06T09:00")
    let first = try #require(try state(fixture).pid)
    kill(first, SIGKILL)
    try fixture.wait("its end") { (try? state(fixture).pid) == .some(nil) }
    try fixture.go(to: "2025-01-07T09:00")
    let second = try state(fixture)
    #expect(second.pid != nil && second.pid != first)
    #expect(second.deaths == 1)
    #expect(try fixture.client().status().faults.map(\.code) == ["extensionDied"])
  }

  @Test("one that hangs is ended, its callback given up after its attempts, and the next one comes")
  func hangs() throws {
    var timing = HostTiming()
    timing.attempt = .milliseconds(400)
    timing.firstPause = .milliseconds(5)
    let fixture = try fixture(timing)
    let client = fixture.client(group: Self.group)
    try client.monitor("never-return", "09:00", "10:00", repeats: false)
    try client.monitor("shield", "11:00", "12:00")
    try fixture.go(to: "2025-01-06T09:30")
    #expect(try fixture.client().status().faults.contains { $0.code == "lateCallback" })
    try fixture.go(to: "2025-01-06T11:00")
    #expect(try fixture.client().status().deniesAppRemoval)
  }

  @Test("a program that isn't there is said, and nothing waits for it for longer than it may")
  func missing() throws {
    var timing = HostTiming()
    timing.deadline = .milliseconds(400)
    let fixture = try fixture(timing, executable: "/nowhere/extension")
    try fixture.client(group: Self.group).monitor("shield", "09:00", "10:00")
    try fixture.go(to: "2025-01-06T09:00")
    let codes = Set(try fixture.client().status().faults.map(\.code))
    #expect(codes == ["extensionNotStarted", "lateCallback"])
  }

  @Test("an idle one is stopped")
  func idle() throws {
    var timing = HostTiming()
    timing.warmth = .milliseconds(50)
    let fixture = try fixture(timing)
    try fixture.client(group: Self.group).monitor("shield", "09:00", "10:00")
    try fixture.go(to: "2025-01-06T09:00")
    try fixture.wait("its end") { (try? state(fixture).pid) == .some(nil) }
    #expect(try state(fixture).deaths == 0)
  }

  @Test("one that was started by hand is used instead, and gives back when it leaves")
  func byHand() throws {
    let fixture = try fixture()
    let program = try BuiltProgram.path("probe-extension")
    let arguments = [
      "--app-group", fixture.scratch.file("state/groups/" + Self.group), "--service",
      fixture.socket,
    ]
    let hand = try fixture.scratch.start(program, arguments)
    try fixture.wait("hello") { (try? state(fixture).startedByHand) == true }
    try fixture.client(group: Self.group).monitor("shield", "09:00", "10:00")
    try fixture.go(to: "2025-01-06T09:00")
    #expect(try fixture.client().status().deniesAppRemoval)
    #expect(try state(fixture).pid == hand.pid)

    let second = try fixture.scratch.start(program, arguments)
    try fixture.wait("the second's end") { !second.isRunning }
    #expect(second.status != 0)
    #expect(second.errors.contains("\(hand.pid)"))

    hand.terminate()
    try fixture.wait("the first's leave") { (try? state(fixture).startedByHand) == false }
    try fixture.go(to: "2025-01-07T09:00")
    let own = try state(fixture)
    #expect(own.pid != nil && own.pid != hand.pid && !own.startedByHand)
  }

  @Test("the service takes its extensions with it")
  func stop() throws {
    let fixture = try fixture()
    try fixture.client(group: Self.group).monitor("shield", "09:00", "10:00")
    try fixture.go(to: "2025-01-06T09:00")
    let pid = try #require(try state(fixture).pid)
    fixture.service.stop()
    #expect(kill(pid, 0) == -1 && errno == ESRCH)
  }

  @Test("what an extension writes to its output is kept in a file of its own")
  func log() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let script = try scratch.write("#!/bin/sh\necho it speaks\n", to: "speaks")
    _ = unsafe chmod(script, 0o755)
    var timing = HostTiming()
    timing.deadline = .seconds(2)
    timing.firstPause = .milliseconds(5)
    let fixture = try fixture(timing, executable: script)
    try fixture.client(group: Self.group).monitor("shield", "09:00", "10:00")
    try fixture.go(to: "2025-01-06T09:00")
    let log = fixture.scratch.file("state/platform/log/dev.example.probe.log")
    #expect(try String(contentsOfFile: log, encoding: .utf8).hasPrefix("it speaks\n"))
    #expect(try state(fixture).deaths > 1)
  }
}
