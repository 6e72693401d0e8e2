import Bus
public import CivilTime
import ScreenTimeProtocol

/// What a callback is told beyond Apple's arguments: the service's time, and where the app group is.
///
/// Extensions read no clock of their own: under a virtual clock "now" is what the service says.
public struct ExtensionContext {
  /// The service's time when it sent the callback: the trusted one.
  public let now: Instant
  /// What is known while the wall clock can't be trusted: the stricter of what holds at both times is to
  /// hold.
  public let suspicion: Suspicion?
  /// The zone in force.
  public let zone: Zone
  /// The local date on which the interval of a threshold started: a callback may come late, on
  /// another day; `nil` for the other callbacks.
  public let intervalDate: CivilDate?
  /// The absolute path of the directory that the app and its extensions share.
  public let groupDirectory: String

  private let session: ScreenTimeSession

  /// Describes a callback that is served over `session`.
  package init(
    now: Instant, suspicion: Suspicion? = nil, zone: Zone, intervalDate: CivilDate? = nil,
    session: ScreenTimeSession
  ) {
    self.now = now
    self.suspicion = suspicion
    self.zone = zone
    self.intervalDate = intervalDate
    self.groupDirectory = session.group.directory
    self.session = session
  }

  /// The service's time, to be read in the zone in force.
  public var moment: Moment { Moment(now, in: zone) }

  /// Reports a fault, so that the service's status shows it; the callback goes on.
  ///
  /// - Parameters:
  ///   - code: A word for programs, such as `damaged`; the same code and message only counts up.
  ///   - message: One sentence for people.
  public func report(code: String, message: String) {
    do {
      _ = try session.ask(FaultReport(code: code, message: message))
    } catch {
      // A fault that could not be told is a fault itself.
      session.keep(error)
    }
  }

  /// Says that until then time alone changes nothing: a virtual clock need not wake the app before.
  package func stayQuiet(until instant: Instant) {
    session.quietUntil = instant
  }

  /// What the callback has said with ``stayQuiet(until:)``.
  package var quietUntil: Instant? { session.quietUntil }

  /// Makes the callback fail, so that the service delivers it again later.
  ///
  /// Returning from a callback says that it is done; an extension that could not do it says so here.
  /// - Parameters:
  ///   - code: A word for programs.
  ///   - message: One sentence for people; the service shows it in its status.
  public func fail(code: String, message: String) {
    session.keep(BusError(code: BusErrorCode(rawValue: code), message: message))
  }
}
