package import Bus
import CivilTime
import ScreenTimeModel

/// Serves the callbacks of one extension over one session: the part that the program, a single call
/// and a process that hosts extensions itself have in common.
package final class CallbackServer<Handler: ExtensionHandler> {
  private let handler: Handler
  private let session: ScreenTimeSession
  private var zone: Zone?
  private var waiting: [IncomingRequest] = []
  private var isServing = false

  /// Serves `handler`; what it writes goes over `session`.
  package init(_ handler: Handler, session: ScreenTimeSession) {
    self.handler = handler
    self.session = session
  }

  /// Serves a request and answers it, exactly once.
  ///
  /// One that arrives while another is served, because the other waits for the service, is served
  /// after it: an extension never sees two callbacks at once.
  package func serve(_ request: IncomingRequest) {
    waiting.append(request)
    guard !isServing else { return }
    isServing = true
    defer { isServing = false }
    while !waiting.isEmpty { serveAlone(waiting.removeFirst()) }
  }

  /// Does what a callback asks for and tells what to answer.
  ///
  /// - Throws: what the handler threw, or the first failure of a write or read that could not throw.
  package func answer(
    _ call: Handler.Call, cause: MessageReference? = nil
  ) throws(BusError) -> Handler.Call.Reply {
    let zone = try self.zone(named: call.zone)
    session.cause = cause
    defer { session.cause = nil }
    // A failure from outside any callback is not this one's.
    _ = session.takeFailure()
    session.quietUntil = nil
    handler.context = ExtensionContext(
      now: call.now, suspicion: call.suspicion, zone: zone, intervalDate: call.intervalDate,
      session: session)
    let reply = try ScreenTimeSession.withCurrent(session) { () throws(BusError) in
      try handler.respond(to: call)
    }
    if let failure = session.takeFailure() { throw failure }
    return reply
  }

  private func serveAlone(_ request: IncomingRequest) {
    do throws(BusError) {
      guard request.type == Handler.Call.name else {
        throw BusError(
          code: .unknownMessage,
          message: "a \(Handler.extensionPoint.rawValue) extension takes \(Handler.Call.name),"
            + " not \(request.type)")
      }
      let call = try request.decode(Handler.Call.self)
      request.reply(try answer(call, cause: request.reference))
    } catch {
      request.fail(error)
    }
  }

  /// The zone of a callback.
  ///
  /// It seldom changes, so its tables are read once.
  private func zone(named identifier: String) throws(BusError) -> Zone {
    if let zone, zone.identifier == identifier { return zone }
    do {
      let read = try Zone(identifier: identifier)
      zone = read
      return read
    } catch {
      throw BusError(code: .internalFailure, message: error.message)
    }
  }
}
