/// The app group that somebody speaks for: its name to the service, and its directory.
package struct AppGroupIdentity: Hashable, Sendable {
  /// The name under which the service keeps the group's stores and activities.
  package let identifier: String
  /// The absolute path of the directory that the group's app and extensions share.
  package let directory: String

  /// Makes an identity.
  package init(identifier: String, directory: String) {
    self.identifier = identifier
    self.directory = directory
  }
}
