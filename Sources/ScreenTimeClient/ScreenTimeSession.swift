package import Bus
package import CivilTime
import ScreenTimeProtocol

/// One conversation with the Screen Time service; what the platform's face stands on.
///
/// It belongs to one thread and waits for each answer. The face's modules find it as
/// ``current``: an app makes its session current for good, an extension for each callback.
package final class ScreenTimeSession {
  /// How long an answer may take unless the caller says otherwise.
  package static let usualLimit = Duration.seconds(5)

  /// The app group that this session speaks for.
  package let group: AppGroupIdentity
  /// The request that led to what is asked now; it goes along with every request.
  package var cause: MessageReference?
  /// The first failure that nobody could be told of yet.
  ///
  /// Apple's setters cannot throw. What they could not do is kept here until the running callback
  /// is answered with it, or an app confirms its writes.
  package private(set) var pendingFailure: BusError?
  /// What the stores of the group said when they were last read.
  package var storeMemory = StoreMemory()
  /// Until when the running callback says that time alone changes nothing.
  package var quietUntil: Instant?

  private let way: Way

  private enum Way {
    case service(any BusConnection)
    case recording(RecordedEffects)
  }

  /// Talks over a connection that stands already.
  package init(connection: any BusConnection, group: AppGroupIdentity) {
    self.way = .service(connection)
    self.group = group
  }

  /// Talks to nobody: effects are recorded, and questions answered from what was recorded.
  package init(recording: RecordedEffects, group: AppGroupIdentity) {
    self.way = .recording(recording)
    self.group = group
  }

  /// Connects an app to the service.
  ///
  /// - Throws: what the bus says: `unreachable`, `timeout`, `protocolMismatch`, `notPermitted`.
  package static func connect(
    socket: String, as name: String, version: String, group: AppGroupIdentity,
    within limit: Duration
  ) throws(BusError) -> ScreenTimeSession {
    let connection = try Bus.connect(
      to: socket, as: name, version: version, attributes: ["appGroup": group.identifier],
      within: limit)
    return ScreenTimeSession(connection: connection, group: group)
  }

  /// The connection to the service; `nil` where effects are recorded.
  package var connection: (any BusConnection)? {
    if case .service(let connection) = way { connection } else { nil }
  }

  /// Asks the service and waits for the answer; the current cause goes along.
  ///
  /// - Throws: what the service answered, or `timeout`, `unreachable`, `peerGone`.
  package func ask<R: BusRequest>(
    _ request: R, within limit: Duration = usualLimit
  ) throws(BusError) -> R.Reply {
    switch way {
    case .service(let connection):
      try connection.request(request, within: limit, cause: cause)
    case .recording(let effects):
      try effects.answer(request)
    }
  }

  /// Asks the service for its time and zone.
  ///
  /// - Throws: as ``ask(_:within:)``, and `internalFailure` for a zone that this machine lacks.
  package func clock() throws(BusError) -> Moment {
    let reading = try ask(ClockRead())
    do {
      return Moment(reading.now, in: try Zone(identifier: reading.zone))
    } catch {
      throw BusError(code: .internalFailure, message: error.message)
    }
  }

  /// Keeps a failure for whoever can be told of it; the first one stays.
  package func keep(_ failure: BusError) {
    if pendingFailure == nil { pendingFailure = failure }
  }

  /// Hands the kept failure over and forgets it.
  package func takeFailure() -> BusError? {
    defer { pendingFailure = nil }
    return pendingFailure
  }

  /// Says goodbye to the service.
  package func close() {
    connection?.close()
  }
}
