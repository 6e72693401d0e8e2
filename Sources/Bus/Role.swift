/// What a caller is to a service; the service's owner derives it from the kernel's credentials.
package enum Role: String, CaseIterable, Codable, Sendable {
  /// The administrator.
  case root
  /// The account that the service itself runs as.
  case serviceUser
  /// Somebody at the desktop.
  case desktopUser
  /// An extension's process that the service started.
  case startedExtension
}
