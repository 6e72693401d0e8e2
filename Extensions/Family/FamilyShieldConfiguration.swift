import FamilyShared
public import ManagedSettingsUI

/// What the family's shield configuration extension does: it tells a child why an app is not open, and
/// how more time is earned.
open class FamilyShieldConfiguration: ShieldConfigurationDataSource {
  open override class var extensionIdentifier: String { FamilyIdentity.shieldConfiguration }
  open override class var appGroup: String { FamilyIdentity.appGroup }

  open override func configuration(shielding application: Application) -> ShieldConfiguration {
    let state = readState()
    let content = FamilyShield.content(
      of: state, at: context.now, suspicion: context.suspicion)
    return ShieldConfiguration(
      title: content.title.map(ShieldConfiguration.Label.init),
      subtitle: content.subtitle.map(ShieldConfiguration.Label.init),
      primaryButtonLabel: content.primaryButton.map(ShieldConfiguration.Label.init))
  }

  open override func configuration(
    shielding application: Application, in category: ActivityCategory
  ) -> ShieldConfiguration {
    configuration(shielding: application)
  }

  private func readState() -> FamilyState? {
    do {
      return try FamilyGroup(at: context.groupDirectory, creating: false).read().state
    } catch {
      context.report(code: error.code, message: error.message)
      return nil
    }
  }
}
