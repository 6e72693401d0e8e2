/// The names by which the platform knows a family's app and its extensions.
package enum FamilyIdentity {
  /// The app group.
  package static let appGroup = "group.dev.openapplock.family"
  /// The monitor extension.
  package static let monitor = "dev.openapplock.family.monitor"
  /// The shield configuration extension.
  package static let shieldConfiguration = "dev.openapplock.family.shield-config"
  /// The one store.
  package static let store = "family"
}
