public import ScreenTimeModel

/// An application, as far as something is known of it.
public struct Application: Hashable, Sendable {
  /// How the service names it; `nil` for an identifier that names none.
  public let token: ApplicationToken?
  /// Its desktop id, such as `org.gnome.Chess`; `nil` for one that is named by its path.
  public let bundleIdentifier: String?
  /// What a person calls it; `nil` where that is not known.
  public let localizedDisplayName: String?

  /// Makes an application from its token.
  public init(token: ApplicationToken) {
    self.token = token
    self.bundleIdentifier = token.executablePath == nil ? token.rawValue : nil
    self.localizedDisplayName = nil
  }

  /// Makes an application from its desktop id.
  ///
  /// Other texts are kept, but name no application.
  public init(bundleIdentifier: String) {
    // What is wrong with the text is told when the application is used for a restriction.
    self.token = try? ApplicationToken(parsing: bundleIdentifier)
    self.bundleIdentifier = bundleIdentifier
    self.localizedDisplayName = nil
  }
}
