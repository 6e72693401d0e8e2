/// The names by which the platform knows the app and its extensions.
package enum OpenAppLockIdentity {
  /// The app group.
  package static let appGroup = "group.dev.openapplock"
  /// The monitor extension.
  package static let monitor = "dev.openapplock.monitor"
  /// The shield configuration extension.
  package static let shieldConfiguration = "dev.openapplock.shield-config"
  /// The shield action extension.
  package static let shieldAction = "dev.openapplock.shield-action"
}
