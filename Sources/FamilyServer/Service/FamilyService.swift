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
  private var health = DatabaseHealth()
  private let log: (String) -> Void

  /// Starts to serve.
  ///
  /// - Parameter log: Told when the database can't be used any more, and when it can again.
  /// - Throws: where the address can't be listened at, or the certificate can't be used.
  package init(
    _ store: FamilyStore, _ api: FamilyAPI, at address: HTTPAddress, on loop: EventLoop,
    certificate: HTTPServer.Certificate? = nil, limits: HTTPServer.Limits = HTTPServer.Limits(),
    log: @escaping (String) -> Void = { _ in }, now: @escaping () -> Instant
  ) throws {
    self.store = store
    self.api = api
    self.loop = loop
    self.log = log
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
    switch api.processPlace(of: request) {
    case .health: return .answer(counted(healthAnswer()))
    case .metrics: return .answer(metrics())
    case nil: break
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
    } catch let error as SQLError where requests.count > 1 && Self.mayConcernOne(error) {
      return requests.flatMap { responses(to: [$0]) }
    } catch {
      note(error)
      return requests.map { unavailable(because: error, to: $0) }
    }
  }

  /// Whether one request may be at fault, or too large for what room there is: then the others, those that
  /// only read above all, are not to suffer for it.
  private static func mayConcernOne(_ error: SQLError) -> Bool {
    switch error.code {
    case .failed, .constraint, .damaged, .full: true
    case .conflict, .unreachable, .newer: false
    }
  }

  private func together(_ requests: [HTTPRequest]) throws -> [HTTPResponse] {
    let time = now()
    let isReading = requests.allSatisfy(api.isReading)
    counts.transactions += 1
    let responses = try store.transaction(isReading: isReading) {
      try requests.map { try api.answer($0, from: store, at: time) }
    }
    health.succeeded(isReading: isReading).map(log)
    return responses
  }

  private func note(_ error: any Error) {
    counts.faults[(error as? SQLError)?.code.rawValue ?? "other", default: 0] += 1
    health.failed(error).map(log)
  }

  private func unavailable(because error: any Error, to request: HTTPRequest) -> HTTPResponse {
    api.refusal(Self.refusal(because: error), to: request, at: now())
  }

  private static func refusal(because error: any Error) -> FamilyError {
    let full = (error as? SQLError)?.code == .full
    var refusal = FamilyError(
      .unavailable,
      full ? "the database has no room; nothing was changed" : "the database can't be reached now")
    refusal.retryAfter = 5
    return refusal
  }

  /// Whether the database answers, and takes what is written where it lately didn't.
  private func healthAnswer() -> HTTPResponse {
    do {
      try store.ping()
      if health.lacksRoom {
        try store.checkRoom(at: now())
        health.succeeded(isReading: false).map(log)
      }
      return .json(.object(["status": .text("ok")]))
    } catch {
      note(error)
      return HTTPResponse(Self.refusal(because: error))
    }
  }

  private func metrics() -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: ["Content-Type": "text/plain; version=0.0.4", "Cache-Control": "no-store"],
      body: Array(counts.text(connections: server?.connections ?? 0).utf8))
  }

  private func counted(_ response: HTTPResponse) -> HTTPResponse {
    counts.answers[response.status, default: 0] += 1
    return response
  }
}
