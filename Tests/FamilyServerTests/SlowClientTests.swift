import EventLoop
import Foundation
import Glibc
import HTTPServer
import TestSupport
import Testing

/// A server and its clients in one process and on one loop: nobody waits for anybody but the loop.
@Suite("Slow clients")
struct SlowClientTests {
  private final class Place {
    let loop: EventLoop
    let server: HTTPServer
    var address: String { "http://\(server.address)" }

    init(
      answering size: Int = 2, _ change: (inout HTTPServer.Limits) -> Void
    ) throws {
      loop = try EventLoop()
      var limits = HTTPServer.Limits()
      change(&limits)
      let body = [UInt8](repeating: UInt8(ascii: "x"), count: size)
      server = try HTTPServer(
        at: HTTPListener(at: HTTPAddress(host: "127.0.0.1", port: 0)), on: loop, limits: limits
      ) { request, _ in
        .answer(
          HTTPResponse(
            status: request.isTooLarge ? 413 : 200,
            body: request.path == "/large" ? body : Array("ok".utf8)))
      }
    }

    /// Takes turns until `condition` holds.
    func wait(until condition: () -> Bool) throws -> Bool {
      try loop.run(until: condition, within: .seconds(30))
    }

    /// Does something again and again, as long as the loop runs.
    func keepDoing(every pause: Duration, _ body: @escaping () -> Void) {
      loop.after(pause) { [unowned self] in
        body()
        keepDoing(every: pause, body)
      }
    }

    /// Whether somebody else is served meanwhile.
    func servesOthers() throws -> Bool {
      let client = try PlainClient(address)
      client.write(PlainClient.Request("GET", "/").text)
      var answer: PlainClient.Answer?
      _ = try wait {
        answer = client.answerByNow()
        return answer != nil
      }
      return answer?.text == "ok"
    }
  }

  @Test(
    "who sends a byte now and then, of headers or of a body, is ended when his time is over",
    arguments: [
      "POST /v1/pair HTTP/1.1\r\nHost: x\r\nX-Slow: ",
      "POST /v1/pair HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n",
      "POST /v1/pair HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nEA60\r\n",
    ])
  func dripping(start: String) throws {
    let place = try Place { $0.requestSeconds = 1 }
    defer { place.server.stop() }
    let slow = try PlainClient(place.address)
    slow.write(start)
    place.keepDoing(every: .milliseconds(50)) { slow.write("x") }
    #expect(try place.servesOthers())
    #expect(try place.wait { slow.hasEnded == true })
    #expect(try place.servesOthers())
    #expect(try place.wait { place.server.connections == 0 })
  }

  @Test("who says nothing is ended, before a request and in the middle of one")
  func silent() throws {
    let place = try Place { $0.idleSeconds = 1 }
    defer { place.server.stop() }
    let (mute, half) = (try PlainClient(place.address), try PlainClient(place.address))
    half.write("GET / HTT")
    #expect(try place.servesOthers())
    #expect(try place.wait { mute.hasEnded == true && half.hasEnded == true })
    #expect(try place.servesOthers())
  }

  @Test("who doesn't read his answer is ended, and hinders nobody")
  func deaf() throws {
    let place = try Place(answering: 32 << 20) {
      $0.requestSeconds = 1
      $0.idleSeconds = 1
    }
    defer { place.server.stop() }
    let deaf = try PlainClient(place.address)
    deaf.write(PlainClient.Request("GET", "/large").text)
    #expect(try place.wait { deaf.hasEnded == false })
    #expect(try place.servesOthers())
    // What the system has taken is still there to be read; the server has let go of it.
    #expect(try place.wait { place.server.connections == 0 })
    #expect(try place.servesOthers())
  }

  @Test("who goes on asking keeps his connection for longer than a request may take")
  func keptAlive() throws {
    let place = try Place { $0.requestSeconds = 2 }
    defer { place.server.stop() }
    let client = try PlainClient(place.address)
    var last = ContinuousClock.now
    var answers = 0
    var isWaiting = false
    let start = last
    place.keepDoing(every: .milliseconds(250)) {
      if !isWaiting { isWaiting = client.write(PlainClient.Request("GET", "/").text) }
    }
    let goesOn = try place.wait {
      if client.answerByNow() != nil {
        answers += 1
        (last, isWaiting) = (.now, false)
      }
      return start.duration(to: .now) > .seconds(3) || client.hasEnded == true
    }
    #expect(goesOn)
    // A machine that was busy for seconds may have ended it rightly.
    if last.duration(to: .now) < .seconds(1) { #expect(client.hasEnded != true && answers > 1) }
  }

  @Test(
    "who asks whether he may send too much is told at once; who just sends it, once it has come")
  func tooLarge() throws {
    let place = try Place { _ in }
    defer { place.server.stop() }
    let polite = try PlainClient(place.address)
    let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n"
    polite.write(head + "Expect: 100-continue\r\n\r\n")
    var answer: PlainClient.Answer?
    func answers(_ client: PlainClient) throws -> Int? {
      answer = nil
      _ = try place.wait {
        answer = client.answerByNow()
        return answer != nil || client.hasEnded == true
      }
      return answer?.status
    }
    #expect(try answers(polite) == 413)
    #expect(try place.wait { polite.hasEnded == true })

    let rude = try PlainClient(place.address)
    rude.write(head + "\r\n")
    let block = String(repeating: "x", count: 10_000)
    for _ in 0..<1000 {
      rude.write(block)
      try place.loop.turn(waitingAtMost: .zero)
    }
    #expect(try answers(rude) == 413)
    #expect(try place.servesOthers())
    // The same connection goes on: what was too much has been read.
    rude.write(PlainClient.Request("GET", "/").text)
    #expect(try answers(rude) == 200)
  }

  @Test("more connections than there may be wait until others have gone")
  func limit() throws {
    let place = try Place { $0.connections = 8 }
    defer { place.server.stop() }
    var open = try (0..<8).map { _ in try PlainClient(place.address) }
    #expect(try place.wait { place.server.connections == 8 })
    let waiting = try PlainClient(place.address)
    waiting.write(PlainClient.Request("GET", "/").text)
    open[0].write(PlainClient.Request("GET", "/").text)
    #expect(try place.wait { open[0].answerByNow() != nil })
    #expect(waiting.answerByNow() == nil)
    open.removeAll()
    #expect(try place.wait { waiting.answerByNow() != nil })
  }

  @Test(
    "a request that comes while the server stops is not taken, and ends nothing but its connection")
  func stopping() throws {
    let place = try Place { _ in }
    let clients = try (0..<4).map { _ in try PlainClient(place.address) }
    for client in clients { client.write(PlainClient.Request("GET", "/").text) }
    #expect(try place.wait { clients.allSatisfy { $0.answerByNow() != nil } })
    for client in clients { client.write(PlainClient.Request("GET", "/").text) }
    place.server.stop()
    for client in clients { #expect(client.hasEnded != nil) }
    #expect(place.server.connections == 0)
  }
}
