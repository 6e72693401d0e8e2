import ScreenTimeProtocol

/// An extension that the service knows, and how it is.
public struct ExtensionReport: Hashable, Sendable {
  /// Its name.
  public let identifier: String
  /// The process that serves it now; `nil` while none does.
  public let pid: Int32?
  /// Whether it registered itself; an object of the test's process did.
  public let isStartedByHand: Bool
  /// How often it died since the service started.
  public let deaths: Int
  /// How many callbacks wait for it.
  public let waiting: Int

  init(_ state: ExtensionState) {
    identifier = state.manifest.identifier
    pid = state.pid
    isStartedByHand = state.startedByHand
    deaths = state.deaths
    waiting = state.waiting
  }
}
