import Bus
public import CivilTime
import FoundationEssentials
import ScreenTimeProtocol

/// A callback that the service sent to a monitor extension.
public struct DeliveredCallback: Hashable, Sendable {
  /// What came of a delivery.
  public enum Outcome: Hashable, Sendable {
    /// The extension has not answered.
    case unanswered
    /// The extension has done it.
    case done
    /// The extension could not do it, and said why; the service delivers it again.
    case failed(code: String, message: String)
  }

  /// The extension's name.
  public let monitor: String
  /// The callback's method, such as `intervalDidStart`.
  public let method: String
  /// The activity.
  public let activity: DeviceActivityName
  /// The event, where the callback is about a threshold.
  public let event: DeviceActivityEvent.Name?
  /// The service's time, read in its zone.
  public let moment: Moment
  /// What came of it.
  public let outcome: Outcome
}

extension DeliveredCallback: CustomStringConvertible {
  /// The local time and what happened: `15:00 intervalDidStart study`, or
  /// `15:20 eventDidReachThreshold limit of study`.
  public var description: String {
    let subject = event.map { "\($0.rawValue) of \(activity.rawValue)" } ?? activity.rawValue
    return "\(moment.reading.time) \(method) \(subject)"
  }
}

extension DeliveredCallback {
  /// Reads a callback from its message; `nil` for any other message.
  init?(_ message: BusMessage, answers: [String: BusMessage]) {
    guard message.isFromService, message.kind == .request,
      message.type == ActivityCallback.name.text, let peer = message.peer,
      let call = try? JSONDecoder().decode(ActivityCallback.self, from: Data(message.body.utf8)),
      let zone = try? Zone(identifier: call.zone)
    else { return nil }
    monitor = peer
    method = call.callback.rawValue
    activity = call.activity
    event = call.event
    moment = Moment(call.now, in: zone)
    outcome = Self.outcome(message.reference.flatMap { answers[$0] })
  }

  private static func outcome(_ answer: BusMessage?) -> Outcome {
    guard let answer else { return .unanswered }
    guard answer.kind == .error else { return .done }
    guard let error = try? JSONDecoder().decode(BusError.self, from: Data(answer.body.utf8))
    else { return .failed(code: "unreadable", message: answer.body) }
    return .failed(code: error.code.rawValue, message: error.message)
  }
}
