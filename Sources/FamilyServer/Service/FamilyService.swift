package import CivilTime
import CompactJSON
import Database
package import EventLoop
package import HTTPServer

/// Serves the interface from one process, over one connection to the database.
///
/// Calls that come while others are being carried out share their transaction, and so a flush of the disk
/// (group commit). None of them is answered before that transaction is on the disk. Each is a part of it by
/// itself: what one of them is refused undoes nothing of another's.
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
  private var waiting: [Entry] = []
  /// What came for the process itself while calls were being carried out.
  private var postponed: [Entry] = []
  private var isScheduled = false
  private var isCarryingOut = false
  private var isStopping = false
  private var counts = ServiceCounts()
  private var health = DatabaseHealth()
  private let log: (String) -> Void

  private struct Entry {
    let request: HTTPRequest
    let reply: HTTPReply
  }

  /// Starts to serve.
  ///
  /// - Parameter log: Told when the database can't be used any more, and when it can again.
  /// - Throws: where the certificate can't be used.
  package init(
    _ store: FamilyStore, _ api: FamilyAPI, at listener: HTTPListener, on loop: EventLoop,
    certificate: HTTPServer.Certificate? = nil, limits: HTTPServer.Limits = HTTPServer.Limits(),
    proxies: Set<String> = [],
    log: @escaping (String) -> Void = { _ in }, now: @escaping () -> Instant
  ) throws {
    self.store = store
    self.api = api
    self.loop = loop
    self.log = log
    self.now = now
    server = try HTTPServer(
      at: listener, on: loop, certificate: certificate, limits: limits, proxies: proxies
    ) {
      [unowned self] request, reply in take(request, reply)
    }
  }

  /// Answers what has come, and ends.
  package func stop() {
    isStopping = true
    while !waiting.isEmpty { carryOut() }
    server?.stop()
    server = nil
  }

  private func take(_ request: HTTPRequest, _ reply: HTTPReply) -> HTTPServer.Outcome {
    guard !request.isAmbiguous else { return .answer(counted(ambiguous(request))) }
    if let response = api.answerAtOnce(request, from: store, at: now()) {
      return .answer(counted(response))
    }
    let entry = Entry(request: request, reply: reply)
    if let place = api.processPlace(of: request) {
      guard isCarryingOut else { return .answer(answer(at: place)) }
      // The database is in the middle of something else.
      postponed.append(entry)
      return .later
    }
    waiting.append(entry)
    schedule()
    return .later
  }

  private func ambiguous(_ request: HTTPRequest) -> HTTPResponse {
    let error = FamilyError(
      .malformed, "the length of a body has to be said once: Content-Length or Transfer-Encoding")
    return api.refusal(error, to: request, at: now())
  }

  private func schedule() {
    guard !isScheduled, !isCarryingOut, !waiting.isEmpty else { return }
    isScheduled = true
    loop.enqueue { [weak self] in self?.carryOut() }
  }

  private func carryOut() {
    isScheduled = false
    var batch = nextWaiting(atMost: Self.largestBatch)
    guard !batch.isEmpty else { return }
    isCarryingOut = true
    let responses = responses(to: &batch)
    isCarryingOut = false
    for (entry, response) in zip(batch, responses) { entry.reply.answer(counted(response)) }
    for entry in postponed {
      guard let place = api.processPlace(of: entry.request) else { continue }
      entry.reply.answer(answer(at: place))
    }
    postponed = []
    schedule()
  }

  private func nextWaiting(atMost limit: Int) -> [Entry] {
    defer { waiting.removeFirst(min(limit, waiting.count)) }
    return Array(waiting.prefix(limit))
  }

  /// The answers to requests that share a transaction; what undoes all of them does none of them harm.
  private func responses(to batch: inout [Entry]) -> [HTTPResponse] {
    do {
      return try together(&batch, takingMore: !isStopping)
    } catch let error as SQLError where batch.count > 1 && Self.mayConcernOne(error) {
      return batch.map { alone($0) }
    } catch {
      note(error)
      return batch.map { unavailable(because: error, to: $0.request) }
    }
  }

  private func alone(_ entry: Entry) -> HTTPResponse {
    do {
      var batch = [entry]
      return try together(&batch, takingMore: false)[0]
    } catch {
      note(error)
      return unavailable(because: error, to: entry.request)
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

  /// Carries requests out in one transaction.
  ///
  /// - Parameter takesMore: Whether those that have come by the time at which the transaction would end
  ///   belong to it too: what it costs to end it is shared by more of them then.
  private func together(
    _ batch: inout [Entry], takingMore takesMore: Bool
  ) throws -> [HTTPResponse] {
    let isReading = batch.allSatisfy { api.isReading($0.request) }
    counts.transactions += 1
    let responses = try store.transaction(isReading: isReading) {
      var responses: [HTTPResponse] = []
      repeat {
        let time = now()
        for entry in batch[responses.count...] {
          responses.append(try api.answer(entry.request, from: store, at: time))
        }
        // Ending one that only reads costs nothing.
        if takesMore, !isReading { takeMore(into: &batch) }
      } while responses.count < batch.count
      return responses
    }
    health.succeeded(isReading: isReading).map(log)
    return responses
  }

  private func takeMore(into batch: inout [Entry]) {
    guard batch.count < Self.largestBatch else { return }
    server?.takeMore()
    batch += nextWaiting(atMost: Self.largestBatch - batch.count)
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

  private func answer(at place: ProcessPlace) -> HTTPResponse {
    switch place {
    case .health: counted(healthAnswer())
    case .metrics: metrics()
    }
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
      status: 200,
      headers: ["Content-Type": "text/plain; version=0.0.4", "Cache-Control": "no-store"],
      body: Array(counts.text(connections: server?.connections ?? 0).utf8))
  }

  private func counted(_ response: HTTPResponse) -> HTTPResponse {
    counts.answers[response.status, default: 0] += 1
    return response
  }
}
