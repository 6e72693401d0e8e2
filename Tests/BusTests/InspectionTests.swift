import Bus
import CompactJSON
import EventLoop
import TestSupport
import Testing

/// How one looks at a service: who is connected, which messages it knows, and calls by name.
@Suite("Looking at a service", .timeLimit(.minutes(1)))
struct InspectionTests {
  private let limit = Duration.seconds(30)

  @Test("peers are told with their process, program, role, messages and what they registered")
  func peers() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = scratch.file("bus.sock")
    try ServiceThread.run(at: path, role: { _ in .root }) {
      let client = try Bus.connect(to: path, as: "client", version: "7")
      for _ in 0..<3 { _ = try client.request(Ping(), within: limit) }
      let tap = try Bus.subscribeTap(at: path, as: "reader")
      let report = try client.request(BusPeers(), within: limit)
      #expect(report.service == "service")
      #expect(report.peers.map(\.name) == ["client", "reader"])
      let first = try #require(report.peers.first)
      #expect(first.pid == Credentials.own.pid)
      #expect(first.uid == Credentials.own.uid)
      #expect(first.role == .root)
      #expect(first.version == "7")
      #expect(first.since == TestService.now)
      #expect(first.received == 5, "hello, three pings and this question")
      #expect(first.sent == 4)
      #expect(first.executable?.hasPrefix("/") == true)
      #expect(report.peers.map(\.registered) == [[], ["the tap"]])
      tap.close()
    }
  }

  @Test("a service tells its own messages, each with its fields")
  func messages() throws {
    let service = TestService(try EventLoop())
    defer { service.server.close() }
    let client = service.server.connectInProcess(as: "client")
    let reply = try client.request(BusMessages(), within: limit)
    #expect(reply.protocol == 1)
    #expect(reply.messages.map(\.type).prefix(3) == ["hello", "ping", "goodbye"])
    let signIn = try #require(reply.messages.first { $0.type == "test.signIn" })
    #expect(signIn.fields.map(\.path) == ["name", "password"])
    #expect(signIn.fields.map(\.secret) == [false, true])
    #expect(signIn.replyFields.map(\.path) == ["keys", "keys[].key"])
  }

  @Test("a call by name gets the reply as it is, or the service's own error")
  func calls() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = scratch.file("bus.sock")
    try ServiceThread.run(at: path) {
      let caller = try Bus.caller(to: path, as: "caller", version: "1")
      let body = JSON.object(["text": .text("hello")])
      #expect(try caller.call("test.echo", body, within: limit) == body)
      for (type, body, code) in [
        ("test.echo", JSON.object([:]), "malformed"),
        ("test.unknown", .object([:]), "unknownMessage"),
        ("test.refused", .object([:]), "moonPhase"),
      ] as [(MessageName, JSON, String)] {
        let error = #expect(throws: BusError.self) { try caller.call(type, body, within: limit) }
        #expect(error?.code.rawValue == code)
      }
    }
  }

  @Test("whoever handles a request on somebody's behalf knows which one it is")
  func whileHandling() throws {
    let service = TestService(try EventLoop())
    defer { service.server.close() }
    var handled: [MessageReference] = []
    service.server.whileHandling = { reference, handle in
      handled.append(reference)
      handle()
    }
    let client = service.server.connectInProcess(as: "client")
    _ = try client.request(Echo(text: "x"), within: limit)
    _ = try client.request(Ping(), within: limit)
    #expect(handled.map(\.id) == [2, 3])
  }
}
