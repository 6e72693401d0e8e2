import ManagedSettings
import OpenAppLockRules
import OpenAppLockShared

/// The shield action extension: what a press on a shield does.
@main
final class OpenAppLockShieldAction: ShieldActionDelegate {
  private let group = ExtensionGroup()

  override class var extensionIdentifier: String { OpenAppLockIdentity.shieldAction }
  override class var appGroup: String { OpenAppLockIdentity.appGroup }

  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(response(to: action, on: .application(application)))
  }

  override func handle(
    action: ShieldAction, for webDomain: WebDomainToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(response(to: action, on: .webDomain(webDomain)))
  }

  private func response(
    to action: ShieldAction, on subject: ShieldSubject
  ) -> ShieldActionResponse {
    switch action {
    case .primaryButtonPressed: .close
    case .secondaryButtonPressed: open(subject)
    }
  }

  private func open(_ subject: ShieldSubject) -> ShieldActionResponse {
    switch group.press(subject, context) {
    case .granted, .living: return .defer
    case .refused(let refusal):
      refuse(code: refusal.code.rawValue, message: refusal.message)
      return .none
    case nil: return .none
    }
  }
}
