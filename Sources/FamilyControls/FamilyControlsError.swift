import Bus
import ScreenTimeProtocol

/// Says why a permission was not given, by Apple's names; each case carries the sentence.
public enum FamilyControlsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whoever asked may not ask for this: a child's permission needs an administrator.
  case restricted(String)
  /// The permission was refused.
  case authorizationCanceled(String)
  /// What was asked makes no sense to the service.
  case invalidArgument(String)
  /// The service cannot be reached, or failed.
  case unavailable(String)

  init(_ error: BusError) {
    self =
      switch error.code {
      case .unauthorized, .notPermitted: .restricted(error.message)
      case .invalid, .malformed: .invalidArgument(error.message)
      default: .unavailable(error.message)
      }
  }

  /// The sentence.
  public var description: String {
    switch self {
    case .restricted(let message), .authorizationCanceled(let message),
      .invalidArgument(let message), .unavailable(let message):
      message
    }
  }
}
