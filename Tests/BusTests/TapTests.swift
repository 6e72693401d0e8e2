import Bus
import EventLoop
import TestSupport
import Testing

@Suite("The tap", .timeLimit(.minutes(1)))
struct TapTests {
  private let limit = Duration.seconds(10)

  private func withService(
    _ test: String = #function, _ body: (String, any BusConnection) throws -> Void
  ) throws {
    let scratch = try Scratch(test)
    defer { scratch.cleanUp() }
    let path = scratch.file("bus.sock")
    try ServiceThread.run(at: path) {
      try body(path, try Bus.connect(to: path, as: "client", version: "1"))
    }
  }

  @Test("a tap tells every message in order, with direction, peer and cause")
  func told() throws {
    try withService { path, client in
      let tap = try Bus.subscribeTap(at: path)
      _ = try client.request(Echo(text: "one"), within: limit)
      let request = try #require(try tap.next(within: limit))
      let reply = try #require(try tap.next(within: limit))
      #expect(request.direction == .received)
      #expect(request.kind == "request")
      #expect(request.type == Echo.name)
      #expect(request.peer == "client")
      #expect(request.credentials == .own)
      #expect(request.body == "{\"text\":\"one\"}")
      #expect(request.time == nil)
      #expect(reply.direction == .sent)
      #expect(reply.kind == "reply")
      #expect(reply.cause == request.reference)
      #expect(reply.time == TestService.now)
      #expect(reply.sequence == request.sequence + 1)
      #expect(reply.header.hasPrefix("OAL/1 reply "))
      #expect(tap.lost == 0)
    }
  }

  @Test("what is refused is told too, also from somebody who has not said hello")
  func refused() throws {
    try withService { path, _ in
      let tap = try Bus.subscribeTap(at: path)
      let peer = try RawClient(path)
      _ = try peer.ask(["rubbish", ""])
      let record = try #require(try tap.next(within: limit))
      #expect(record.peer == nil)
      #expect(record.type == nil)
      #expect(record.header == "rubbish")
    }
  }

  @Test("a reader that is too slow loses messages, counts them, and holds up nobody")
  func slow() throws {
    try withService { path, client in
      let tap = try Bus.subscribeTap(at: path)
      let text = String(repeating: "x", count: 1000)
      for _ in 0..<1500 { _ = try client.request(Echo(text: text), within: limit) }
      var read: UInt64 = 0
      while tap.lost + read < 3000 {
        guard try tap.next(within: .milliseconds(200)) != nil else {
          // The last ones may be lost as well; the next one that comes tells.
          _ = try client.request(Ping(), within: limit)
          continue
        }
        read += 1
      }
      #expect(tap.lost > 0)
      #expect(read > 0)
    }
  }

  @Test("two readers are told the same; one that comes later has missed nothing it was to hear")
  func twoReaders() throws {
    try withService { path, client in
      let first = try Bus.subscribeTap(at: path)
      for _ in 0..<10 { _ = try client.request(Ping(), within: limit) }
      let second = try Bus.subscribeTap(at: path)
      _ = try client.request(Echo(text: "last"), within: limit)
      var record = try #require(try first.next(within: limit))
      while record.type != Echo.name { record = try #require(try first.next(within: limit)) }
      #expect(try second.next(within: limit)?.sequence == record.sequence)
      #expect(second.lost == 0)
      first.close()
      let error = #expect(throws: BusError.self) { try first.next(within: limit) }
      #expect(error?.code == .closed)
    }
  }

  @Test("a reader in a loop is handed each message, and told of the service's end")
  func attached() throws {
    let loop = try EventLoop()
    var types: [String] = []
    var isGone = false
    var tap: TapReader?
    try withService { path, client in
      let reader = try Bus.subscribeTap(at: path)
      try reader.attach(to: loop, { types.append($0.type?.text ?? "-") }, gone: { isGone = true })
      tap = reader
      _ = try client.request(Ping(), within: limit)
      #expect(try loop.run(until: { types.count == 2 }, within: limit))
      client.close()
    }
    #expect(types.prefix(2) == ["ping", "ping"])
    #expect(try loop.run(until: { isGone }, within: limit))
    #expect(tap != nil)
  }
}
