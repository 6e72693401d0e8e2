import Bus

/// Who may send which messages of the app, in one place.
extension Set where Element == Role {
  /// Whoever the app serves: the account it runs as, people at the desktop, and the administrator.
  static var people: Set<Role> { [.root, .serviceUser, .desktopUser] }
}
