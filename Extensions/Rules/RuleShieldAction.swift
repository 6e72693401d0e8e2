public import ManagedSettings
import OpenAppLockRules
import OpenAppLockShared

/// What the shield action extension does: it decides what a press on a shield does.
open class RuleShieldAction: ShieldActionDelegate {
  private let group = ExtensionGroup()

  open override class var extensionIdentifier: String { OpenAppLockIdentity.shieldAction }
  open override class var appGroup: String { OpenAppLockIdentity.appGroup }

  open override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(response(to: action, on: .application(application)))
  }

  open override func handle(
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
