import Bus
import Foundation
import Glibc
import TestSupport
import Testing

/// Other accounts: what they reach of a service, and what those see who may be connected.
@Suite("Eavesdroppers", .timeLimit(.minutes(2)))
struct EavesdropperTests {
  private static let nobody: UInt32 = 65_534
  private let limit = Duration.seconds(30)

  /// Starts the helper as another account, from a copy that it can reach.
  private func start(
    _ scratch: Scratch, as account: UInt32, _ arguments: [String]
  ) throws -> RunningProcess {
    #expect(unsafe chmod(scratch.path, 0o711) == 0)
    let program = scratch.file("bus-peer")
    if unsafe access(program, F_OK) != 0 {
      _ = try scratch.copyProgram(try BuiltProgram.path("bus-peer"), as: "bus-peer")
      // Once it has started, no other test's child has the copy open any more.
      _ = try runToEnd(program, [], within: limit)
    }
    return try scratch.start(
      "/usr/bin/setpriv",
      ["--reuid", "\(account)", "--regid", "\(account)", "--clear-groups", program] + arguments)
  }

  private var mayBecomeAnother: Bool {
    let hasProgram = unsafe access("/usr/bin/setpriv", X_OK) == 0
    return isRoot && hasProgram
  }

  @Test("another account reaches neither the socket nor the lock, and lists nothing")
  func stranger() throws {
    guard mayBecomeAnother else { return Skip.say("another account needs root and setpriv") }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = try scratch.makeFolder("run") + "/bus.sock"
    try ServiceThread.run(at: path) {
      let paths = [path, path + ".lock", scratch.file("run")]
      let peer = try start(scratch, as: Self.nobody, ["eavesdrop"] + paths)
      try peer.waitForLine(containing: "tried", within: limit)
      for path in paths {
        #expect(peer.output.contains("connect \(path): Permission denied"))
        #expect(peer.output.contains("read \(path): Permission denied"))
      }
    }
  }

  @Test("the socket keeps another account out by itself, also where its folder lets him pass")
  func openFolder() throws {
    guard mayBecomeAnother else { return Skip.say("another account needs root and setpriv") }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = try scratch.makeFolder("run") + "/bus.sock"
    #expect(unsafe chmod(scratch.file("run"), 0o755) == 0)
    try ServiceThread.run(at: path) {
      let paths = [path, path + ".lock"]
      let peer = try start(scratch, as: Self.nobody, ["eavesdrop"] + paths)
      try peer.waitForLine(containing: "tried", within: limit)
      #expect(peer.output.contains("connect \(path): Permission denied"))
      #expect(peer.output.contains("read \(path).lock: Permission denied"))
    }
  }

  @Test("a desktop user is told of his own programs' messages and peers, and of nobody else's")
  func desktopUser() throws {
    guard mayBecomeAnother else { return Skip.say("another account needs root and setpriv") }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = try scratch.makeFolder("run") + "/bus.sock"
    let role: @Sendable (Credentials) -> Role? = { $0.uid == 0 ? .root : .desktopUser }
    try ServiceThread.run(at: path, role: role) {
      try letIn(scratch, path)
      let root = try Bus.connect(to: path, as: "root", version: "1")
      let peer = try start(scratch, as: Self.nobody, ["tap", path])
      let opened = try peer.waitForLine(containing: " tap.open ", within: limit)
      #expect(opened.contains("{\"sees\":\"own\"}"))
      let peers = try peer.waitForLine(containing: "\"peers\":", within: limit)
      #expect(peers.contains("\"name\":\"bus-peer\""))
      #expect(!peers.contains("\"name\":\"root\""))
      _ = try root.request(Echo(text: "of root's"), within: limit)
      // Asked after it, so that what is told of this would come behind what is told of that.
      let own = try start(scratch, as: Self.nobody, ["tap", path])
      try peer.waitForLine(containing: "\(own.pid)", within: limit)
      try peer.waitForLine(containing: "{\\\"text\\\":\\\"mine\\\"}", within: limit)
      #expect(!peer.output.contains("of root's"))
      #expect(!peer.output.contains("\"uid\":0,"))
    }
  }

  @Test("an account that the service is not for is refused, and told of nothing")
  func unknownAccount() throws {
    guard mayBecomeAnother else { return Skip.say("another account needs root and setpriv") }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = try scratch.makeFolder("run") + "/bus.sock"
    try ServiceThread.run(at: path, role: { $0.uid == 0 ? .root : nil }) {
      try letIn(scratch, path)
      let root = try Bus.connect(to: path, as: "root", version: "1")
      let peer = try start(scratch, as: Self.nobody, ["tap", path])
      let answer = try peer.waitForLine(containing: "hello: ", within: limit)
      #expect(answer.contains("\"code\":\"notPermitted\""))
      _ = try root.request(Echo(text: "of root's"), within: limit)
      // What it sent after its refusal has been taken in when root's next question is answered.
      #expect(try root.request(BusPeers(), within: limit).peers.map(\.name) == ["root"])
      #expect(!peer.output.contains("got: "))
    }
  }

  /// Opens a test's own socket, as somebody would who wants others to reach it.
  private func letIn(_ scratch: Scratch, _ path: String) throws {
    #expect(unsafe chmod(scratch.path, 0o711) == 0)
    #expect(unsafe chmod(scratch.file("run"), 0o711) == 0)
    #expect(unsafe chmod(path, 0o666) == 0)
  }
}
