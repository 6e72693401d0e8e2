import ManagedSettingsUI
import OpenAppLockShared

/// The shield configuration extension: what the shield of an app or site says.
@main
final class OpenAppLockShieldConfig: ShieldConfigurationDataSource {
  private let group = ExtensionGroup()

  override class var extensionIdentifier: String { OpenAppLockIdentity.shieldConfiguration }
  override class var appGroup: String { OpenAppLockIdentity.appGroup }

  override func configuration(shielding application: Application) -> ShieldConfiguration {
    configuration(for: application.token.map(ShieldSubject.application), in: nil)
  }

  override func configuration(
    shielding application: Application, in category: ActivityCategory
  ) -> ShieldConfiguration {
    configuration(for: application.token.map(ShieldSubject.application), in: category.token)
  }

  override func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration {
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
