import Bus

/// An app's own way to the Screen Time service: outside a callback nothing else says which service is
/// meant, and in whose name.
///
/// An extension needs none of this: its superclass has connected it.
public enum ScreenTimeApp {
  private static let patience = Duration.seconds(5)

  /// Connects the calling thread for good: stores, activities and the authorization center talk to
  /// this service from now on, in the app group's name.
  ///
  /// - Parameters:
  ///   - socket: the path of the service's socket, `run/screentimed.sock` of an instance's directory.
  ///   - appGroup: the group that the app shares with its extensions, such as
  ///     `group.dev.example.focus`.
  /// - Throws: ``ScreenTimeError``: `unreachable` and `timeout` when nobody serves there, `invalid` for
  ///   a name that is none, and what else the service has against the app.
  public static func connect(to socket: String, appGroup: String) throws(ScreenTimeError) {
    disconnect()
    do {
      // An app knows its group's directory itself; only a callback's context tells of it.
      ScreenTimeSession.current = try ScreenTimeSession.connect(
        socket: socket, as: "app", version: ScreenTimeVersion.text,
        group: AppGroupIdentity(identifier: appGroup, directory: ""), within: patience)
    } catch {
      throw ScreenTimeError(error)
    }
  }

  /// Says goodbye to the service that the calling thread is connected to; without one it does nothing.
  public static func disconnect() {
    ScreenTimeSession.current?.close()
    ScreenTimeSession.current = nil
  }
}
