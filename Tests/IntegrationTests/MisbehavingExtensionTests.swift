import Bus
import Foundation
import Glibc
import ScreenTimeModel
import ScreenTimeProtocol
import Synchronization
import TestSupport
import Testing

/// One program, `bus-peer`, that misbehaves in a way of its own under each name it is started by.
///
/// Whatever it does, the service says whose fault it is, serves everybody else at once, calms down
/// again, stays small, and no shield lifts.
@Suite("Extensions that misbehave")
struct MisbehavingExtensionTests {
  /// A way to misbehave, and the faults that tell of it.
  struct Mode: CustomTestStringConvertible, Sendable {
    let name: String
    let faults: [String]
    /// Faults of which one tells of it: which, is a matter of how fast the machine is.
    var oneOf: [String] = []
    /// Whether its callback is taken all the same.
    var isServed = false

    var testDescription: String { name }
  }

  static let modes = [
    Mode(name: "silent", faults: ["extensionHangs", "lateCallback"]),
    Mode(name: "slow", faults: ["extensionHangs", "lateCallback"]),
    Mode(name: "old-version", faults: ["protocolMismatch", "extensionNotStarted", "lateCallback"]),
    Mode(name: "old-point", faults: ["extensionRefused", "extensionNotStarted", "lateCallback"]),
    Mode(name: "garbage", faults: ["malformed", "letGo", "extensionLost", "lateCallback"]),
    Mode(name: "answers-twice", faults: ["strayAnswer"], isServed: true),
    Mode(name: "answers-for-others", faults: ["strayAnswer"], isServed: true),
    Mode(name: "floods", faults: ["lateCallback"], oneOf: ["congested", "extensionHangs"]),
    Mode(name: "chatters", faults: [], isServed: true),
    Mode(name: "eats-memory", faults: ["extensionMemory", "lateCallback"]),
    Mode(name: "dies", faults: ["extensionDied", "lateCallback"]),
    Mode(name: "leaves", faults: ["extensionLost", "lateCallback"]),
  ]

  @Test("the service stays well, says whose fault it is, and no shield lifts", arguments: modes)
  func mode(_ mode: Mode) throws {
    let scratch = try Scratch(mode.name)
    defer { scratch.cleanUp() }
    let name = "dev.example." + mode.name
    let platform = try Platform(
      in: scratch,
      programs: [
        (name, try link(mode.name, in: scratch)),
        ("dev.example.probe", try BuiltProgram.path("probe-extension")),
        ("dev.example.silent-other", try link("silent-other", in: scratch)),
      ], options: ["--patience", "1"])
    let service = try platform.process.view()
    let app = try platform.connect(as: "dev.example.app")
    try app.shieldApp()
    for identifier in [name, "dev.example.probe", "dev.example.silent-other"] {
      let owner = try platform.connect(as: identifier)
      try owner.monitor("shield")
      owner.close()
    }

    let advance = Background { [socket = platform.socket] in
      try Platform.advance(at: socket, to: "09:30")
    }
    var isAlwaysShielded = true
    let isOver = try poll(within: .seconds(60)) {
      let status = try app.status()
      isAlwaysShielded =
        isAlwaysShielded && status.shieldedApplications.map(\.rawValue) == [Platform.app]
      return advance.outcome != nil
    }
    #expect(isOver, "the clock goes on in spite of it")
    #expect(advance.outcome == .some(nil))
    #expect(isAlwaysShielded)

    let status = try app.status()
    #expect(status.deniesAppRemoval, "another extension is served meanwhile")
    let told = status.faults.filter { $0.message.contains(mode.name) }.map(\.code)
    #expect(
      Set(mode.faults).isSubset(of: told), "\(status.faults.map { "\($0.code): \($0.message)" })")
    #expect(mode.oneOf.isEmpty || !Set(mode.oneOf).isDisjoint(with: told))
    #expect(told.contains("lateCallback") != mode.isServed)
    #expect(
      status.faults.contains { $0.code == "lateCallback" && $0.message.contains("silent-other") },
      "nobody can answer for somebody else")
    try expectCalm(service)
  }

  @Test("one that ignores SIGTERM is killed with the service, and keeps it no longer")
  func ignoresTheEnd() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let name = "dev.example.ignores-term"
    let platform = try Platform(
      in: scratch, programs: [(name, try link("ignores-term", in: scratch))])
    let owner = try platform.connect(as: name)
    try owner.shieldApp()
    try owner.monitor("any")
    try platform.advance(to: "09:00")
    let pid = try #require(try owner.status().extensions.first?.pid)
    let program = try #require(ProcessView(pid))
    platform.process.terminate()
    #expect(try platform.process.waitForExit(within: soon) == 0)
    #expect(!program.isThere)
  }

  @Test("no extension outlives a service that is killed, whatever it ignores")
  func killedService() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let name = "dev.example.ignores-term"
    let platform = try Platform(
      in: scratch, programs: [(name, try link("ignores-term", in: scratch))])
    let owner = try platform.connect(as: name)
    try owner.monitor("any")
    try platform.advance(to: "09:00")
    let pid = try #require(try owner.status().extensions.first?.pid)
    let program = try #require(ProcessView(pid))
    platform.process.kill()
    #expect(poll(within: soon) { !program.isThere })
  }

  /// The service has nothing to do any more, and hasn't kept what it was sent.
  private func expectCalm(_ service: ProcessView) throws {
    let comesToRest = poll(within: soon) {
      guard let before = service.ticks else { return false }
      usleep(300_000)
      return (service.ticks ?? before) - before <= 2
    }
    #expect(comesToRest, "the service uses no processor time for nothing")
    let status = try String(contentsOfFile: "/proc/\(service.pid)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
    let kilobytes = try #require(line.split(separator: " ").dropLast().last.flatMap { Int($0) })
    #expect(kilobytes < 48 << 10, "the service holds \(kilobytes) kB of its own")
  }

  private func link(_ mode: String, in scratch: Scratch) throws -> String {
    let link = scratch.file(mode)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: try BuiltProgram.path("bus-peer"))
    return link
  }
}

/// Something that is done on a thread of its own while a test looks on.
private final class Background: Sendable {
  private let result = Mutex<String??>(nil)

  /// Begins to do it.
  init(_ body: @escaping @Sendable () throws -> Void) {
    Thread.detachNewThread { [self] in
      let failure: String?
      do {
        try body()
        failure = nil
      } catch {
        failure = "\(error)"
      }
      result.withLock { $0 = .some(failure) }
    }
  }

  /// `nil` while it is being done; then why it failed, or nothing.
  var outcome: String?? { result.withLock { $0 } }
}
