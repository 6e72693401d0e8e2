import FamilyExtensions
import ManagedSettingsUI

/// The family's shield configuration extension.
@main
final class FamilyShieldConfig: FamilyShieldConfiguration {}
