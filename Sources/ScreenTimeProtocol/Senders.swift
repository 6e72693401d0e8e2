import Bus

/// Who may send which messages of the service, in one place.
extension Set where Element == Role {
  /// Whoever the service serves.
  static var everybody: Set<Role> { [.root, .serviceUser, .desktopUser, .startedExtension] }
  /// Apps and their extensions: whoever may write stores and monitor activities.
  static var writers: Set<Role> { [.root, .serviceUser, .startedExtension] }
  /// Whoever steers the service itself.
  static var controllers: Set<Role> { [.root, .serviceUser] }
  /// Whoever may say what a user who runs the service himself may not.
  static var administrators: Set<Role> { [.root] }
  /// Whoever may say what is in front of the user.
  static var reporters: Set<Role> { [.root, .serviceUser, .desktopUser] }
  /// Nobody but the service: the message goes the other way.
  static var serviceItself: Set<Role> { [] }
}
