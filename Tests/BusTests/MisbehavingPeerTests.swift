@testable import Bus
import CZeroMQ
import EventLoop
import Foundation
import Glibc
import TestSupport
import Testing

/// Peers that break the protocol, hang or die; the service goes on for everybody else.
@Suite("Misbehaving peers", .timeLimit(.minutes(5)))
struct MisbehavingPeerTests {
  private let limit = Duration.seconds(10)

  /// Runs a service with a well-behaved client and a scratch folder for other processes.
  private func withService(
    _ test: String = #function, _ body: (Scratch, String, any BusConnection) throws -> Void
  ) throws {
    let scratch = try Scratch(test)
    defer { scratch.cleanUp() }
    let path = scratch.file("bus.sock")
    try ServiceThread.run(at: path) {
      let client = try Bus.connect(to: path, as: "watcher", version: "1")
      try body(scratch, path, client)
      #expect(try client.request(Echo(text: "on"), within: limit).text == "on")
      client.close()
    }
  }

  @Test("a peer that is killed while it is asked is noticed, and what it was asked is completed")
  func killed() throws {
    try withService { scratch, path, client in
      let peer = try scratch.start(try BuiltProgram.path("bus-peer"), ["silent", path])
      try peer.waitForLine(containing: "answered: OAL/1 reply")
      #expect(try client.request(Tell(), within: limit).peers == ["watcher", "bus-peer"])
      peer.kill()
      let isGone = try poll(within: limit) {
        try client.request(Tell(), within: limit).gone == ["bus-peer"]
      }
      #expect(isGone)
    }
  }

  @Test("garbage is answered a few times and then not heard")
  func garbage() throws {
    try withService { scratch, path, client in
      let peer = try scratch.start(try BuiltProgram.path("bus-peer"), ["garbage", path])
      try peer.waitForLine(containing: "sent")
      let isLetGo = try poll(within: limit) {
        try client.request(Tell(), within: limit).faults.last == "letGo"
      }
      #expect(isLetGo)
      #expect(try client.request(Tell(), within: limit).faults.count == 17)
    }
  }

  @Test("a peer of an older protocol is told what to do")
  func oldVersion() throws {
    try withService { scratch, path, client in
      let peer = try scratch.start(try BuiltProgram.path("bus-peer"), ["old-version", path])
      try peer.waitForLine(
        containing: "\"hint\":\"update process \(peer.pid), and start it again\"")
      let line = try peer.waitForLine(
        containing: "\"hint\":\"update bus-peer to the release of service, and start it again\"")
      #expect(line.contains("\"code\":\"protocolMismatch\""))
    }
  }

  @Test("a peer that asks and never reads holds nobody up, and is let go")
  func flood() throws {
    try withService { scratch, path, client in
      let peer = try scratch.start(try BuiltProgram.path("bus-peer"), ["flood", path])
      try peer.waitForLine(containing: "answered: ")
      let isLetGo = try poll(within: limit) {
        let told = try client.request(Tell(), within: limit)
        return told.faults == ["congested"] && told.gone == ["bus-peer"]
      }
      #expect(isLetGo)
    }
  }

  @Test("before hello nothing is heard, and a broken message says what is wrong")
  func raw() throws {
    try withService { _, path, _ in
      let peer = try RawClient(path)
      let session = "00000000000000aa"
      let early = try peer.ask(["OAL/1 request 1 \(session) test.echo - -", "{}"])
      #expect(early.contains("\"code\":\"helloRequired\""))
      #expect(early.contains(" \(session)/1 "))
      let hello = """
        {"attributes":{},"name":"raw","newest":1,"oldest":1,"version":"0"}
        """
      #expect(try peer.ask(["OAL/1 request 2 \(session) hello - -", hello]).contains(" reply "))
      for (frames, code) in [
        (["OAL/1 request 3 \(session) hello - -", hello], "unknownMessage"),
        (["OAL/1 request 3 \(session) test.echo - -", "{\"text\":\"x\"}"], "malformed"),
        (["OAL/1 request 4 00000000000000ab test.echo - -", "{\"text\":\"x\"}"], "malformed"),
        (["OAL/1 request 5 \(session) test.echo - -", "{\"text\":1}"], "malformed"),
        (["OAL/1 request 6 \(session) test.echo - -", "\u{ff}\u{0}"], "malformed"),
        (["OAL/1 request 7 \(session) test.echo - -"], "malformed"),
        (["OAL/1 request 8 \(session) test.echo - -", "{}", "{}"], "malformed"),
        (["OAL/1 request 9 \(session) test.echo -", "{}"], "malformed"),
        ([String(repeating: "x", count: 513), "{}"], "malformed"),
        (
          [
            "OAL/1 request 10 \(session) test.echo - -",
            String(repeating: "x", count: (4 << 20) + 1),
          ], "tooLarge"
        ),
      ] {
        let answer = try peer.ask(frames)
        #expect(answer.contains("\"code\":\"\(code)\""), "\(answer)")
      }
    }
  }

  @Test("a peer can't answer what another was asked")
  func foreignAnswer() throws {
    try withService { _, path, client in
      _ = try client.request(AskMe(numbers: [21]), within: limit)
      let question = try #require(try client.receive(within: limit))
      let peer = try RawClient(path)
      let hello = """
        {"attributes":{},"name":"raw","newest":1,"oldest":1,"version":"0"}
        """
      _ = try peer.ask(["OAL/1 request 1 00000000000000aa hello - -", hello])
      peer.send([
        "OAL/1 reply 2 00000000000000aa test.question \(question.reference) -",
        "{\"double\":666}",
      ])
      _ = try peer.ask(["OAL/1 request 3 00000000000000aa ping - -", "{}"])
      question.reply(Question.Reply(double: 42))
      #expect(try client.request(Tell(), within: limit).outcomes == ["21: 42"])
    }
  }

  @Test("a hundred clients at once are each answered")
  func hundred() throws {
    try withService { _, path, client in
      let clients = try (0..<100).map { number in
        try Bus.connect(to: path, as: "client-\(number)", version: "1", within: .seconds(30))
      }
      for (number, client) in clients.enumerated() {
        #expect(try client.request(Echo(text: "\(number)"), within: limit).text == "\(number)")
      }
      #expect(try client.request(Tell(), within: limit).peers.count == 101)
      for client in clients { client.close() }
      let areGone = try poll(within: limit) {
        try client.request(Tell(), within: limit).peers == ["watcher"]
      }
      #expect(areGone)
    }
  }

  @Test("a client notices that the service said goodbye, in a wait and in a loop")
  func serviceEnds() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = scratch.file("bus.sock")
    var clients: [any BusConnection] = []
    try ServiceThread.run(at: path) {
      clients.append(try Bus.connect(to: path, as: "waiting", version: "1"))
      clients.append(try Bus.connect(to: path, as: "attached", version: "1"))
    }
    let error = #expect(throws: BusError.self) {
      try clients[0].receive(within: .seconds(3600))
    }
    #expect(error?.code == .peerGone)
    #expect(error?.message == "service has ended")
    let loop = try EventLoop()
    var isGone = false
    try clients[1].attach(to: loop, { _ in }, gone: { isGone = true })
    #expect(try loop.run(until: { isGone }, within: limit))
  }

  @Test("a service that is killed while it is asked is noticed long before the deadline")
  func serviceKilled() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = scratch.file("bus.sock")
    let service = try scratch.start(try BuiltProgram.path("bus-peer"), ["mute-service", path])
    try service.waitForLine(containing: "serving")
    let client = try Bus.connect(to: path, as: "client", version: "1")
    #expect(client.serverCredentials.pid == service.pid)
    let killer = Thread { [pid = service.pid, output = scratch.file("1-bus-peer.out")] in
      _ = poll(within: .seconds(30)) {
        (try? String(contentsOfFile: output, encoding: .utf8))?.contains("asked") == true
      }
      kill(pid, SIGKILL)
    }
    killer.start()
    let error = #expect(throws: BusError.self) {
      try client.request(Ping(), within: .seconds(3600))
    }
    #expect(error?.code == .peerGone)
    #expect(error?.message == "mute ended before it answered \"ping\"")
  }

  @Test("an attached client is handed what the service asks over a socket")
  func attached() throws {
    try withService { _, path, _ in
      let loop = try EventLoop()
      let client = try Bus.connect(to: path, as: "client", version: "1")
      var numbers: [Int] = []
      try client.attach(
        to: loop,
        { question in
          numbers.append((try? question.decode(Question.self).number) ?? 0)
          question.reply(Question.Reply(double: 0))
        }, gone: {})
      for number in 1...20 {
        // Some of the questions come in while the next request waits.
        _ = try client.request(AskMe(numbers: [number]), within: limit)
      }
      #expect(try loop.run(until: { numbers == Array(1...20) }, within: limit))
      client.close()
    }
  }
}

/// A client that says whatever a test wants.
final class RawClient {
  private let socket: ZeroMQSocket

  init(_ path: String) throws {
    socket = try ZeroMQSocket(ZMQ_DEALER, in: SharedContext())
    socket.set(ZMQ_LINGER, 0)
    try socket.connect(path)
  }

  /// Sends a message of any frames.
  func send(_ frames: [String]) {
    for (index, frame) in frames.enumerated() {
      let outcome = socket.send(Array(frame.utf8), more: index < frames.count - 1)
      #expect(outcome == .sent)
    }
  }

  /// Sends a message and waits for the next that comes; header and body as one text.
  func ask(_ frames: [String]) throws -> String {
    send(frames)
    var answer: Frames?
    let came = poll(within: .seconds(30)) {
      if socket.receivePart() { answer = socket.receiveFrames(isBehindIdentity: false) }
      return answer != nil
    }
    #expect(came)
    let frames = try #require(answer)
    return String(decoding: frames.header + [32] + frames.body, as: UTF8.self)
  }
}
