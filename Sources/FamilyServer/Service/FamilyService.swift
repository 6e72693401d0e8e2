package import CivilTime
import CompactJSON
import Database
package import EventLoop
package import HTTPServer

/// Serves the interface from one process, over one connection to the database.
///
/// Calls that come while the one before is being carried out share a transaction with each other, and
/// so a flush of the disk (group commit). None of them is answered before that transaction is on the
/// disk. Each is a part of it by itself: what one of them is refused undoes nothing of another's.
package final class FamilyService {
  /// The most calls that share a transaction.
  private static let largestBatch = 128

  /// Where it can be reached.
  package var address: HTTPAddress { server?.address ?? HTTPAddress(host: "", port: 0) }

  private let store: FamilyStore
  private let api: FamilyAPI
  private let loop: EventLoop
  private let now: () -> Instant
  private var server: HTTPServer?
  private var waiting: [(request: HTTPRequest, reply: HTTPReply)] = []
  private var isScheduled = false
  private var counts = ServiceCounts()

  /// Starts to serve.
  ///
  /// - Throws: where the address can't be listened at, or the certificate can't be used.
  package init(
    _ store: FamilyStore, _ api: FamilyAPI, at address: HTTPAddress, on loop: EventLoop,
    certificate: HTTPServer.Certificate? = nil, limits: HTTPServer.Limits = HTTPServer.Limits(),
    now: @escaping () -> Instant
  ) throws {
    self.store = store
    self.api = api
    self.loop = loop
    self.now = now
    server = try HTTPServer(at: address, on: loop, certificate: certificate, limits: limits) {
      [unowned self] request, reply in take(request, reply)
    }
  }

  /// Answers what has come, and ends.
  package func stop() {
    while !waiting.isEmpty { carryOut() }
    server?.stop()
    server = nil
  }

  private func take(_ request: HTTPRequest, _ reply: HTTPReply) -> HTTPServer.Outcome {
    switch (request.method, request.path) {
    case ("GET", "/healthz"): return .answer(counted(health()))
    case ("GET", "/metrics"): return .answer(metrics())
    default: break
    }
    waiting.append((request, reply))
    if !isScheduled {
      isScheduled = true
      loop.enqueue { [weak self] in self?.carryOut() }
    }
    return .later
  }

  private func carryOut() {
    isScheduled = false
    let batch = Array(waiting.prefix(Self.largestBatch))
    waiting.removeFirst(batch.count)
    guard !batch.isEmpty else { return }
    for (entry, response) in zip(batch, responses(to: batch.map(\.request))) {
      entry.reply.answer(counted(response))
    }
    if !waiting.isEmpty, !isScheduled {
      isScheduled = true
      loop.enqueue { [weak self] in self?.carryOut() }
    }
  }

  /// The answers to requests that share a transaction; what undoes all of them does none of them harm.
  private func responses(to requests: [HTTPRequest]) -> [HTTPResponse] {
    do {
      return try together(requests)
    } catch let error as SQLError where error.code == .failed && requests.count > 1 {
      // One of them is at fault, and the others are not to suffer for it.
      return requests.flatMap { responses(to: [$0]) }
    } catch {
      return requests.map { _ in Self.unavailable(because: error) }
    }
  }

  private func together(_ requests: [HTTPRequest]) throws -> [HTTPResponse] {
    let time = now()
    counts.transactions += 1
    return try store.transaction(isReading: requests.allSatisfy(api.isReading)) {
      try requests.map { try api.answer($0, from: store, at: time) }
    }
  }

  private static func unavailable(because error: any Error) -> HTTPResponse {
    let full = (error as? SQLError)?.code == .full
    var refusal = FamilyError(
      .unavailable,
      full ? "the database has no room; nothing was changed" : "the database can't be reached now")
    refusal.retryAfter = 5
    return HTTPResponse(refusal)
  }

  private func health() -> HTTPResponse {
    do {
      try store.ping()
      return .json(.object(["status": .text("ok")]))
    } catch {
      return Self.unavailable(because: error)
    }
  }

  private func metrics() -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: ["Content-Type": "text/plain; version=0.0.4"],
      body: Array(counts.text(connections: server?.connections ?? 0).utf8))
  }

  private func counted(_ response: HTTPResponse) -> HTTPResponse {
    counts.answers[response.status, default: 0] += 1
    return response
  }
}
