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
      extensions: [try manifest(executable ?? BuiltProgram.path("probe-extension"))], test: test)
  }

  private func manifest(_ executable: String) throws -> ExtensionManifest {
    ExtensionManifest(
      identifier: "dev.example.probe", extensionPoint: .monitor, appGroup: Self.group,
      executable: executable)
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
    timing.deadline = .seconds(5)
    let fixture = try fixture(timing, executable: "/nowhere/extension")
    try fixture.client(group: Self.group).monitor("shield", "09:00", "10:00")
    try fixture.go(to: "2025-01-06T09:00")
    #expect(try state(fixture).waiting == 1)
    #expect(try codes(fixture) == ["extensionNotStarted"])
    try fixture.pass(.seconds(6))
    #expect(try state(fixture).waiting == 0)
    #expect(Set(try codes(fixture)) == ["extensionNotStarted", "lateCallback"])
  }

  private func codes(_ fixture: Fixture) throws -> [String] {
    try fixture.client().status().faults.map(\.code)
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
    let fixture = try fixture(executable: try script("echo it speaks", in: scratch))
    try fixture.client(group: Self.group).monitor("shield", "09:00", "10:00")
    try fixture.go(to: "2025-01-06T09:01")
    let log = fixture.scratch.file("state/platform/log/dev.example.probe.log")
    #expect(try String(contentsOfFile: log, encoding: .utf8).hasPrefix("it speaks\n"))
    #expect(try state(fixture).deaths > 1)
  }

  // MARK: Restarts, by the service's clock

  /// A program that ends at once, a line of a shell script.
  private func script(_ line: String, in scratch: Scratch) throws -> String {
    let path = try scratch.write("#!/bin/sh\n\(line)\n", to: "script")
    try #require(unsafe chmod(path, 0o755) == 0)
    return path
  }

  @Test("one that keeps dying is started again at once, then after pauses that grow by the clock")
  func pauses() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    var timing = HostTiming()
    timing.firstPause = .seconds(1)
    timing.longestPause = .seconds(4)
    let fixture = try fixture(timing, executable: try script("exit 3", in: scratch))
    try fixture.client(group: Self.group).monitor("shield", "09:00", "10:00")
    var deaths: [Int] = []
    try fixture.go(to: "2025-01-06T09:00")
    deaths.append(try state(fixture).deaths)
    for pause in [1, 2, 3, 1, 3, 1] {
      try fixture.pass(.seconds(pause))
      deaths.append(try state(fixture).deaths)
    }
    #expect(deaths == [2, 3, 4, 4, 5, 5, 6])
    #expect(try codes(fixture) == ["extensionDied"])
    #expect(try fixture.client().status().faults.first?.count == 6)
  }

  @Test("one that died too often is given up and said so, and gets one try an hour")
  func givenUp() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    var timing = HostTiming()
    timing.deathsUntilGivenUp = 3
    let fixture = try fixture(timing, executable: try script("exit 3", in: scratch))
    try fixture.client(group: Self.group).monitor("shield", "09:00", "10:30")
    try fixture.go(to: "2025-01-06T09:00:10")
    #expect(try state(fixture).deaths == 3)
    #expect(try state(fixture).waiting == 0)
    let fault = try #require(
      try fixture.client().status().faults.first { $0.code == "extensionGivenUp" })
    #expect(fault.message.contains("dev.example.probe died 3 times in a row"))
    try fixture.client(group: Self.group).monitor("early", "09:30", "10:30")
    try fixture.go(to: "2025-01-06T09:31")
    #expect(try state(fixture).deaths == 3)
    try fixture.go(to: "2025-01-06T10:31")
    #expect(try state(fixture).deaths == 4)
    #expect(try codes(fixture).filter { $0 == "extensionGivenUp" }.count == 1)
  }

  @Test(
    "one that was given up is taken up again when its program or its manifest is replaced",
    arguments: ["program", "manifest"])
  func takenUp(what: String) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    var timing = HostTiming()
    timing.deathsUntilGivenUp = 3
    let program = try script("exit 3", in: scratch)
    let fixture = try fixture(timing, executable: program)
    try fixture.client(group: Self.group).monitor("shield", "09:00", "09:10")
    try fixture.go(to: "2025-01-06T09:01")
    #expect(try codes(fixture).contains("extensionGivenUp"))
    let good = try BuiltProgram.path("probe-extension")
    if what == "program" {
      #expect(unsafe unlink(program) == 0)
      _ = try scratch.copyProgram(good, as: "script")
    } else {
      try fixture.describe(try manifest(good))
    }
    try fixture.client(group: Self.group).monitor("shield", "09:02", "09:10")
    try fixture.go(to: "2025-01-06T09:02")
    #expect(try fixture.client().status().deniesAppRemoval)
    #expect(try !codes(fixture).contains("extensionGivenUp"))
  }

  @Test("one that was given up is taken up again when somebody starts it by hand")
  func takenUpByHand() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    var timing = HostTiming()
    timing.deathsUntilGivenUp = 3
    let fixture = try fixture(timing, executable: try script("exit 3", in: scratch))
    try fixture.client(group: Self.group).monitor("shield", "09:00", "09:10")
    try fixture.go(to: "2025-01-06T09:01")
    #expect(try codes(fixture).contains("extensionGivenUp"))
    _ = try fixture.scratch.start(
      try BuiltProgram.path("probe-extension"),
      [
        "--app-group", fixture.scratch.file("state/groups/" + Self.group), "--service",
        fixture.socket,
      ])
    try fixture.wait("hello") { (try? state(fixture).startedByHand) == true }
    #expect(try !codes(fixture).contains("extensionGivenUp"))
    try fixture.client(group: Self.group).monitor("shield", "09:02", "09:10")
    try fixture.go(to: "2025-01-06T09:02")
    #expect(try fixture.client().status().deniesAppRemoval)
  }

  @Test("one that holds more memory than it may is ended, by name")
  func memory() throws {
    var timing = HostTiming()
    timing.memory = 1 << 20
    let fixture = try fixture(timing)
    try fixture.client(group: Self.group).monitor("never-return", "09:00", "10:00")
    try fixture.go(to: "2025-01-06T09:30")
    let fault = try #require(
      try fixture.client().status().faults.first { $0.code == "extensionMemory" })
    #expect(fault.message.contains("dev.example.probe held"))
    #expect(fault.message.contains("1 MB"))
    #expect(try state(fixture).deaths > 0)
  }
}
