import ManagedSettingsUI
import OpenAppLockExtensions

/// The shield configuration extension: asked what the shield of an app or site says.
@main
final class OpenAppLockShieldConfig: RuleShieldConfiguration {}
