@testable import Bus
import EventLoop
import Foundation
import TestSupport
import Testing

@Suite("The tap", .timeLimit(.minutes(1)))
struct TapTests {
  private let limit = Duration.seconds(30)

  private func withService(
    role: @escaping @Sendable (Credentials) -> Role? = { _ in .serviceUser },
    _ test: String = #function, _ body: (String, any BusConnection) throws -> Void
  ) throws {
    let scratch = try Scratch(test)
    defer { scratch.cleanUp() }
    let path = scratch.file("bus.sock")
    try ServiceThread.run(at: path, role: role) {
      try body(path, try Bus.connect(to: path, as: "client", version: "1"))
    }
  }

  @Test("a tap tells every message in order, with direction, peer, role, size and cause")
  func told() throws {
    try withService { path, client in
      let tap = try Bus.subscribeTap(at: path)
      #expect(tap.sight == .everything)
      _ = try client.request(Echo(text: "one"), within: limit)
      let opened = try #require(try tap.next(within: limit))
      #expect(opened.type == TapOpen.name)
      #expect(opened.kind == "reply")
      let request = try #require(try tap.next(within: limit))
      let reply = try #require(try tap.next(within: limit))
      #expect(request.direction == .received)
      #expect(request.kind == "request")
      #expect(request.type == Echo.name)
      #expect(request.peer == "client")
      #expect(request.credentials == .own)
      #expect(request.role == .serviceUser)
      #expect(request.body == "{\"text\":\"one\"}")
      #expect(request.size == 14)
      #expect(request.time == TestService.now)
      #expect(reply.direction == .sent)
      #expect(reply.kind == "reply")
      #expect(reply.cause == request.reference)
      #expect(reply.time == TestService.now)
      #expect(reply.uptime >= request.uptime)
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
      _ = try peer.ask(["rubbish \"\\\u{1}\u{e9}", ""])
      let record = try #require(try next(of: tap) { $0.direction == .received })
      #expect(record.peer == nil)
      #expect(record.type == nil)
      #expect(record.header == "rubbish \"\\\u{1}\u{e9}")
    }
  }

  @Test("a reader that is too slow loses messages, counts them, and holds up nobody")
  func slow() throws {
    try withService { path, client in
      let tap = try Bus.subscribeTap(at: path)
      let text = String(repeating: "x", count: 100_000)
      for _ in 0..<60 { _ = try client.request(Echo(text: text), within: limit) }
      var read: UInt64 = 0
      // The reply to its own opening is told too.
      while tap.lost + read < 121 {
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
      let record = try #require(try next(of: first) { $0.type == Echo.name })
      #expect(try next(of: second) { $0.type == Echo.name }?.header == record.header)
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
      #expect(try loop.run(until: { types.count >= 3 }, within: limit))
      client.close()
    }
    #expect(types.prefix(3) == ["tap.open", "ping", "ping"])
    #expect(try loop.run(until: { isGone }, within: limit))
    #expect(tap != nil)
  }

  @Test("who comes later can be told what went before, as far as it is kept")
  func past() throws {
    try withService { path, client in
      for index in 0..<1000 { _ = try client.request(Echo(text: "\(index)"), within: limit) }
      let tap = try Bus.subscribeTap(at: path, past: 4)
      // The last four before the answer to its own opening: an echo, and its own two messages.
      #expect(try tap.next(within: limit)?.body == "{\"text\":\"999\"}")
      let all = try Bus.subscribeTap(at: path, past: 10_000)
      let first = try #require(try all.next(within: limit))
      let kept = try #require(Int(first.body.filter(\.isNumber)))
      #expect((800..<1000).contains(kept))
      #expect(all.lost == 0)
    }
  }

  @Test("a secret never leaves the service: neither a request's nor a reply's")
  func secrets() throws {
    try withService { path, client in
      let tap = try Bus.subscribeTap(at: path)
      let reply = try client.request(SignIn.example, within: limit)
      #expect(reply == SignIn.exampleReply)
      let request = try #require(try next(of: tap) { $0.type == SignIn.name })
      #expect(request.body == "{\"name\":\"ann\",\"password\":\"(hidden)\"}")
      let answer = try #require(try tap.next(within: limit))
      #expect(answer.body == "{\"keys\":[{\"key\":\"(hidden)\"}]}")
    }
  }

  @Test("a body with secrets that cannot be read is hidden whole")
  func unreadableSecret() throws {
    let mask = try #require(SecretMask(SignIn.fields))
    #expect(mask.masked(Array("{\"password\":\"x".utf8)) == Array("\"(hidden)\"".utf8))
    #expect(SecretMask(Echo.fields) == nil)
  }

  @Test("what the service tells of itself goes to whoever looks, with the message that caused it")
  func notices() throws {
    try withService(role: { _ in .root }) { path, client in
      let tap = try Bus.subscribeTap(at: path)
      _ = try client.request(Privileged(), within: limit)
      let request = try #require(try next(of: tap) { $0.type == Privileged.name })
      let notice = try #require(try next(of: tap) { $0.direction == .told })
      #expect(notice.type == Done.name)
      #expect(notice.kind == "notice")
      #expect(notice.cause == request.reference)
      #expect(notice.body == "{\"what\":\"the privileged\"}")
    }
  }

  @Test("an extension that the service started is told of nothing and nobody")
  func extensions() throws {
    try withService(role: { _ in .startedExtension }) { path, client in
      let error = #expect(throws: BusError.self) { try Bus.subscribeTap(at: path) }
      #expect(error?.code == .notPermitted)
      let peers = #expect(throws: BusError.self) { try client.request(BusPeers(), within: limit) }
      #expect(peers?.code == .notPermitted)
    }
  }

  @Test("a reader that reads no answer keeps nothing of the service waiting")
  func silentReader() throws {
    try withService { path, client in
      let silent = try Bus.connect(to: path, as: "silent", version: "1")
      _ = try silent.request(TapOpen(), within: limit)
      for _ in 0..<50 {
        _ = try client.request(Echo(text: String(repeating: "x", count: 50_000)), within: limit)
      }
      #expect(try client.request(Tell(), within: limit).faults == [])
    }
  }

  @Test("a record is written by hand just as its type writes it")
  func encoding() throws {
    for body in ["{}", "{\"text\":\"é \\\" \\\\ \u{1}\"}", "no JSON \u{0}", ""] {
      for (name, role) in [("client", Role.root), (nil, nil)] as [(String?, Role?)] {
        let entry = TapEntry(
          direction: .received, name: name, credentials: Credentials(uid: 1, gid: 2, pid: 3),
          role: role, time: TestService.now, uptime: 12_345, type: Echo.name,
          header: Array("OAL/1 request 2 00f9a1c2d4e5f607 ping - -".utf8), body: Array(body.utf8),
          size: body.utf8.count)
        let (before, behind) = entry.json
        let written = try BodyCoder.encode(entry.record(7), of: TapRecords.name)
        #expect(before + Array("7".utf8) + behind == written)
      }
    }
  }

  private func next(
    of tap: TapReader, where isMeant: (TapRecord) -> Bool
  ) throws -> TapRecord? {
    while let record = try tap.next(within: limit) {
      if isMeant(record) { return record }
    }
    return nil
  }
}
