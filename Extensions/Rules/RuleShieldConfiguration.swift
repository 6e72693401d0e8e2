public import ManagedSettingsUI
import OpenAppLockShared

/// What the shield configuration extension does: it says what the shield of an app or site says.
open class RuleShieldConfiguration: ShieldConfigurationDataSource {
  private let group = ExtensionGroup()

  open override class var extensionIdentifier: String { OpenAppLockIdentity.shieldConfiguration }
  open override class var appGroup: String { OpenAppLockIdentity.appGroup }

  open override func configuration(shielding application: Application) -> ShieldConfiguration {
    configuration(for: application.token.map(ShieldSubject.application), in: nil)
  }

  open override func configuration(
    shielding application: Application, in category: ActivityCategory
  ) -> ShieldConfiguration {
    configuration(for: application.token.map(ShieldSubject.application), in: category.token)
  }

  open override func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration {
    configuration(for: webDomain.token.map(ShieldSubject.webDomain), in: nil)
  }

  private func configuration(
    for subject: ShieldSubject?, in category: ActivityCategoryToken?
  ) -> ShieldConfiguration {
    let content = group.content(for: subject, in: category, context)
    return ShieldConfiguration(
      title: content.title.map(ShieldConfiguration.Label.init),
      subtitle: content.subtitle.map(ShieldConfiguration.Label.init),
      primaryButtonLabel: content.primaryButton.map(ShieldConfiguration.Label.init),
      secondaryButtonLabel: content.secondaryButton.map(ShieldConfiguration.Label.init))
  }
}
