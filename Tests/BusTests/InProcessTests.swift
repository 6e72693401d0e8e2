import Bus
import EventLoop
import Testing

/// What is particular to messages within one thread.
@Suite("In one process", .timeLimit(.minutes(1)))
struct InProcessTests {
  private let limit = Duration.seconds(10)

  @Test("what is served at once may ask the service in turn, in the middle of a request")
  func reentrant() throws {
    let loop = try EventLoop()
    let service = TestService(loop)
    var client: (any BusConnection)?
    var echoes: [String] = []
    client = service.server.connectInProcess(as: "client") { question in
      do throws(BusError) {
        let number = try question.decode(Question.self).number
        let echo = try client?.request(Echo(text: "\(number)"), within: limit)
        echoes.append(echo?.text ?? "nothing")
        question.reply(Question.Reply(double: 2 * number))
      } catch {
        question.fail(error)
      }
    }
    let connection = try #require(client)
    _ = try connection.request(AskMe(numbers: [1, 2]), within: limit)
    // Nothing was left for later: the questions were answered inside the request.
    #expect(echoes == ["1", "2"])
    #expect(try connection.request(Tell(), within: limit).outcomes == ["1: 2", "2: 4"])
    service.server.close()
  }

  @Test("a request whose answer comes later turns the loop until it is there")
  func pumped() throws {
    let loop = try EventLoop()
    let service = TestService(loop)
    let other = service.server.connectInProcess(as: "other")
    let client = service.server.connectInProcess(as: "client")
    var failure: BusError?
    loop.enqueue {
      do throws(BusError) {
        _ = try other.request(Release(), within: limit)
      } catch {
        failure = error
      }
    }
    #expect(try client.request(Held(), within: limit) == Acknowledged())
    #expect(failure == nil)
  }

  @Test("a loop that is being stopped keeps no request waiting")
  func stopping() throws {
    let loop = try EventLoop()
    let service = TestService(loop)
    let client = service.server.connectInProcess(as: "client")
    loop.enqueue { loop.stop() }
    let error = #expect(throws: BusError.self) {
      try client.request(Held(), within: .seconds(3600))
    }
    #expect(error?.code == .closed)
  }

  @Test("the credentials and attributes are the peer's, and the role is the owner's word")
  func identity() throws {
    let loop = try EventLoop()
    let caller = Credentials(uid: 1000, gid: 100, pid: 42)
    let service = TestService(loop) { $0 == caller ? .startedExtension : nil }
    let client = service.server.connectInProcess(
      as: "monitor", credentials: caller, attributes: ["extensionPoint": "monitor"])
    let peer = try #require(service.server.peers.first)
    #expect(peer.credentials == caller)
    #expect(peer.role == .startedExtension)
    #expect(peer.extensionPoint == "monitor")
    #expect(peer.since == TestService.now)
    client.close()
    #expect(service.server.peers.isEmpty)
  }

  @Test("an attached client is handed what the service asks, and told of its end")
  func attached() throws {
    let loop = try EventLoop()
    let service = TestService(loop)
    let client = service.server.connectInProcess(as: "client")
    var numbers: [Int] = []
    var isGone = false
    try client.attach(
      to: loop,
      { question in
        numbers.append((try? question.decode(Question.self).number) ?? 0)
        question.reply(Question.Reply(double: 0))
      }, gone: { isGone = true })
    _ = try client.request(AskMe(numbers: [1, 2]), within: limit)
    #expect(numbers.isEmpty, "inside a request it is kept for later")
    #expect(try loop.run(until: { numbers == [1, 2] }, within: limit))
    service.server.close()
    #expect(try loop.run(until: { isGone }, within: limit))
    let error = #expect(throws: BusError.self) { try client.request(Ping(), within: limit) }
    #expect(error?.code == .peerGone)
  }

  @Test("a closing server completes what peers were still to answer")
  func closing() throws {
    let loop = try EventLoop()
    let service = TestService(loop)
    let client = service.server.connectInProcess(as: "client")
    _ = try client.request(AskMe(numbers: [1]), within: limit)
    var outcome: BusError?
    service.server.send(
      Question(number: 2), to: try #require(service.server.peers.first).id, within: limit
    ) { result in
      if case .failure(let error) = result { outcome = error }
    }
    service.server.close()
    #expect(outcome?.code == .peerGone)
    #expect(outcome?.message == "client ended before it answered \"test.question\"")
  }
}
