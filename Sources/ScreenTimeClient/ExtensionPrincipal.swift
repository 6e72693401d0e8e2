/// What the superclasses of the three kinds of extension have in common.
///
/// An extension subclasses `DeviceActivityMonitor`, `ShieldConfigurationDataSource` or
/// `ShieldActionDelegate`, overrides ``extensionIdentifier`` and ``appGroup``, and is marked
/// `@main`: that is its whole program.
open class ExtensionPrincipal {
  private var running: ExtensionContext?

  /// Makes an extension; the program does this once, before the first callback.
  public required init() {}

  /// The extension's own name: a reverse-domain name, unique on the machine, such as
  /// `dev.example.focus.monitor`.
  ///
  /// Every extension overrides it.
  open class var extensionIdentifier: String { "" }

  /// The app group that the extension shares with its app, such as `group.dev.example.focus`.
  ///
  /// Every extension overrides it.
  open class var appGroup: String { "" }

  /// The time, the zone and the app group of the callback that is being served.
  ///
  /// It is set before each callback and kept until the next; before the first there is none, and
  /// asking for it ends the program.
  public package(set) var context: ExtensionContext {
    get {
      guard let running else {
        preconditionFailure("an extension's context is there from its first callback on")
      }
      return running
    }
    set { running = newValue }
  }
}
