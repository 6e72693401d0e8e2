import ScreenTimeModel

/// What an extension's program says of itself to a person.
enum ExtensionHelp {
  /// The one line for a call without arguments.
  static func line(_ program: String, _ identity: ExtensionIdentity) -> String {
    "\(program): the \(identity.extensionPoint.rawValue) extension \(identity.identifier); the"
      + " Screen Time service starts it, or you do with --app-group DIR --service SOCK (see --help)"
  }

  /// The answer to `--help`.
  static func text(_ program: String, _ identity: ExtensionIdentity) -> String {
    """
    The \(identity.extensionPoint.rawValue) extension \(identity.identifier) of \(identity.appGroup).

    \(program) --describe                       its manifest, as JSON
    \(program) --app-group DIR --once < CALL    one callback as JSON in, its answer as JSON out
    \(program) --app-group DIR --service SOCK   registers with the service at SOCK and serves

    --with-parent PID   with --service: ends with the process PID that started it
    --help, --version   this text, the version
    """
  }
}
