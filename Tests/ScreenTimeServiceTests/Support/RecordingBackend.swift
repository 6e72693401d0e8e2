import Enforcement
import ScreenTimeModel
import ScreenTimeService

/// Enforces nothing and keeps what it was told.
final class RecordingBackend: EnforcementBackend {
  private(set) var states: [WantedState] = []
  private(set) var closed: [ApplicationToken] = []
  private(set) var isStopped = false
  var running: Set<ApplicationToken> = []
  let makesTrue = true
  var onDenied: ((DeniedLaunch) -> Void)?

  func apply(_ state: WantedState) { states.append(state) }

  func close(_ app: AppTarget) { closed.append(app.token) }

  func running(
    among apps: [AppTarget], supervised: SupervisedUsers
  ) -> Set<ApplicationToken> { running.intersection(apps.map(\.token)) }

  var reports: [BackendReport] { [] }

  var frozen: [Enforcement.FrozenProcess] { [] }

  func stop() { isStopped = true }

  /// The apps that are to be blocked now, by name.
  var blocked: [String] { states.last?.targets.map(\.token.rawValue) ?? [] }
}
