import Bus
import ExtensionSandbox
import Foundation
import Glibc
import ScreenTimeProtocol
import TestSupport
import Testing

/// The probe extension tries to get out of its sandbox, as `wishes` in its app group says.
@Suite("Extensions that the service starts are kept apart")
struct SandboxTests {
  private static let name = "dev.example.probe"

  @Test("it reads no home, writes nowhere else, reaches no network and signals nobody")
  func kept() throws {
    guard SandboxSupport.ofThisKernel().gaps.isEmpty else {
      return Skip.say("this kernel has no sandbox: \(SandboxSupport.ofThisKernel().gaps)")
    }
    let outcomes = try tryAll(options: [])
    #expect(outcomes.count == 17)
    for (wish, outcome) in outcomes {
      #expect(outcome == String(EACCES) || outcome == String(EPERM), "\(wish): \(outcome)")
    }
  }

  @Test("the same probe can do all of it without a sandbox, which status then says")
  func free() throws {
    let outcomes = try tryAll(options: ["--sandbox", "none"]) { status in
      let sandbox = status.backends.first { $0.name == "extension sandbox" }
      #expect(sandbox?.works == false)
      #expect(sandbox?.notEnforced.isEmpty == false)
    }
    for (wish, outcome) in outcomes { #expect(outcome == "ok", "\(wish): \(outcome)") }
  }

  @Test("its app group is its own to read and write, and it keeps none of root's capabilities")
  func group() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let platform = try platform(in: scratch, [])
    let group = platform.groupDirectory(of: Self.name)
    let wishes = [
      "write \(group)/new", "read \(group)/wishes", "list \(group)", "truncate \(group)/new",
      "remove \(group)/new", "read /usr/share/zoneinfo/Europe/Berlin",
    ]
    let outcomes = try outcomes(of: wishes, on: platform)
    #expect(outcomes.values.allSatisfy { $0 == "ok" }, "\(outcomes)")
    let connection = try platform.connect(as: Self.name)
    let state = try #require(try connection.status().extensions.first)
    let pid = try #require(state.pid)
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    #expect(status.contains("CapEff:\t0000000000000000"))
    #expect(status.contains("CapPrm:\t0000000000000000"))
    #expect(status.contains("NoNewPrivs:\t1"))
  }

  @Test("doctor has a line for it, with a service and without")
  func doctor() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch)
    let state = SandboxSupport.ofThisKernel().gaps.isEmpty ? "works" : "does not work"
    #expect(try installation.run("doctor").contains("extension sandbox: \(state)"))
    try installation.start(["--enforce", "none"])
    #expect(try installation.run("doctor").contains("extension sandbox: \(state)"))
  }

  // MARK: The probe

  /// Has the probe try everything that it should not be able to, on things that the test made.
  private func tryAll(
    options: [String], _ look: (PlatformStatus.Reply) throws -> Void = { _ in }
  ) throws -> [String: String] {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let platform = try platform(in: scratch, options)
    let home = try scratch.makeFolder("home")
    for file in ["letter", "diary", "notes"] { try scratch.write("private\n", to: "home/" + file) }
    let neighbour = try scratch.makeFolder("neighbour")
    let program = try scratch.copyProgram("/bin/true", as: "home/program")
    let victim = try scratch.start("/bin/sleep", ["300"])
    let listener = try Listener()
    let own = platform.groupDirectory(of: Self.name)
    let wishes = [
      "list \(home)", "read \(home)/letter", "write \(home)/letter", "write \(home)/new",
      "truncate \(home)/diary", "remove \(home)/notes", "execute \(program)",
      "write \(neighbour)/new", "link \(own)/link", "list /", "read /etc/passwd",
      "execute /bin/true",
      "signal \(victim.pid)", "tcp \(listener.port)", "udp \(listener.port)", "tcp6 any",
      "netlink any",
    ]
    let outcomes = try outcomes(of: wishes, on: platform)
    let connection = try platform.connect(as: Self.name)
    try look(try connection.status())
    return outcomes
  }

  private func platform(in scratch: Scratch, _ options: [String]) throws -> Platform {
    try Platform(
      in: scratch, programs: [(Self.name, try BuiltProgram.path("probe-extension"))],
      options: options)
  }

  private func outcomes(
    of wishes: [String], on platform: Platform
  ) throws -> [String: String] {
    let group = platform.groupDirectory(of: Self.name)
    try Data(wishes.joined(separator: "\n").utf8).write(to: URL(filePath: group + "/wishes"))
    let owner = try platform.connect(as: Self.name)
    defer { owner.close() }
    try owner.monitor("reach")
    try platform.advance(to: "09:00")
    let faults = try owner.status().faults
    #expect(faults.isEmpty, "\(faults)")
    let lines = try String(contentsOfFile: group + "/outcomes", encoding: .utf8)
    return Dictionary(
      uniqueKeysWithValues: lines.split(separator: "\n").map { line in
        let parts = line.split(separator: ": ").map(String.init)
        return (parts[0], parts[1])
      })
  }
}

/// Somebody who listens on this machine's own address.
private final class Listener {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { place in
      unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, size) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }
}
