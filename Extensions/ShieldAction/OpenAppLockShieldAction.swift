import ManagedSettings
import OpenAppLockExtensions

/// The shield action extension: handed each press on a shield.
@main
final class OpenAppLockShieldAction: RuleShieldAction {}
