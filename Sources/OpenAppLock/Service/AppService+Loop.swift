import Bus
import OpenAppLockProtocol
import ScreenTimeProtocol

/// The message that stops the app's own loop: what a simulation means by a closed app.
extension AppService {
  /// Takes it up.
  func serveLoop() {
    server.on(AppLoop.self) { [unowned self] request, _ throws(BusError) in
      guard try platform.ask(ClockRead()).isVirtual else {
        throw BusError(
          .invalid, "the app's loop stops on a virtual clock only",
          hint: "openapplock up --clock virtual")
      }
      isLoopRunning = request.runs
      if request.runs { enforcer.refresh() }
      return Acknowledged()
    }
  }

  /// Whether the platform can be asked now.
  package var isConnected: Bool { platform.session != nil }
}
