import Bus
import ScreenTimeProtocol

/// Says why an activity is not monitored, by Apple's names; each case carries the sentence.
public enum MonitoringError: Error, Hashable, Sendable, CustomStringConvertible {
  /// More activities than the limits in force allow.
  case excessiveActivities(String)
  /// The interval is longer than the limits in force allow.
  case intervalTooLong(String)
  /// The interval is shorter than the limits in force allow.
  case intervalTooShort(String)
  /// A schedule, warning or threshold names no time that exists, or none that can be kept.
  case invalidDateComponents(String)
  /// Whoever asked has no permission to restrict this machine.
  case unauthorized(String)
  /// The service cannot be reached, or failed. Apple has no such case: there the service is always
  /// there.
  case unavailable(String)

  init(_ error: BusError) {
    self =
      switch error.code {
      case .excessiveActivities: .excessiveActivities(error.message)
      case .intervalTooLong: .intervalTooLong(error.message)
      case .intervalTooShort: .intervalTooShort(error.message)
      case .invalidDateComponents: .invalidDateComponents(error.message)
      case .unauthorized, .notPermitted: .unauthorized(error.message)
      default: .unavailable(error.message)
      }
  }

  /// The case's name, for programs.
  public var code: String {
    switch self {
    case .excessiveActivities: "excessiveActivities"
    case .intervalTooLong: "intervalTooLong"
    case .intervalTooShort: "intervalTooShort"
    case .invalidDateComponents: "invalidDateComponents"
    case .unauthorized: "unauthorized"
    case .unavailable: "unavailable"
    }
  }

  /// The sentence.
  public var message: String {
    switch self {
    case .excessiveActivities(let message), .intervalTooLong(let message),
      .intervalTooShort(let message), .invalidDateComponents(let message),
      .unauthorized(let message), .unavailable(let message):
      message
    }
  }

  /// The sentence.
  public var description: String { message }
}
