import Bus
import ScreenTimeClient
import ScreenTimeProtocol

/// Asks for the permission to restrict this machine.
///
/// Apple's counterpart is asynchronous; here the service answers at once, so nothing has to wait.
public final class AuthorizationCenter: Sendable {
  /// The one center.
  public static let shared = AuthorizationCenter()

  private init() {}

  /// Asks for the permission.
  ///
  /// Asking again is safe.
  ///
  /// - Parameter member: `.individual` for somebody who restricts himself; `.child` needs an
  ///   administrator of this machine.
  /// - Throws: ``FamilyControlsError`` when it is refused or there is no service to ask.
  public func requestAuthorization(for member: FamilyControlsMember) throws(FamilyControlsError) {
    let status: AuthorizationState
    do {
      status = try ScreenTimeSession.ask(AuthorizationAsk(member: member.onTheWire)).status
    } catch {
      throw FamilyControlsError(error)
    }
    guard status == .approved else {
      throw .authorizationCanceled("the permission to restrict this machine was not given")
    }
  }

  /// How the permission stands now; `.notDetermined` also when there is no service to ask.
  public var authorizationStatus: AuthorizationStatus {
    do {
      return AuthorizationStatus(try ScreenTimeSession.ask(AuthorizationAsk()).status)
    } catch {
      // Not knowing is no permission, and nobody is restricted by not having one.
      return .notDetermined
    }
  }
}

/// For whom a permission is asked.
public enum FamilyControlsMember: Hashable, Sendable {
  /// A person who restricts himself.
  case individual
  /// A child whom a guardian restricts.
  case child

  fileprivate var onTheWire: FamilyMember {
    switch self {
    case .individual: .individual
    case .child: .child
    }
  }
}

/// How the permission to restrict this machine stands.
public enum AuthorizationStatus: Hashable, Sendable {
  /// Nobody has asked for it yet.
  case notDetermined
  /// It was refused.
  case denied
  /// It was given.
  case approved

  fileprivate init(_ state: AuthorizationState) {
    self =
      switch state {
      case .notDetermined: .notDetermined
      case .denied: .denied
      case .approved: .approved
      }
  }
}
