package import Enforcement
package import ScreenTimeModel

/// The machine's enforcement as the service's backend.
package final class EnforcerBackend: EnforcementBackend {
  private let enforcer: Enforcer

  /// Wraps an enforcer; `fault` hears of what doesn't work.
  package init(_ enforcer: Enforcer, fault: @escaping (String, String) -> Void) {
    self.enforcer = enforcer
    enforcer.onFault = fault
  }

  package func apply(_ state: WantedState) { enforcer.apply(state) }

  package func close(_ app: AppTarget) { enforcer.close(app.token) }

  package func running(
    among apps: [AppTarget], supervised: SupervisedUsers
  ) -> Set<ApplicationToken> {
    Set(enforcer.runningApps(among: apps, of: supervised).keys)
  }

  package var makesTrue: Bool { enforcer.mode == .auto }

  package var onDenied: ((DeniedLaunch) -> Void)? {
    get { enforcer.onDenied }
    set { enforcer.onDenied = newValue }
  }

  package var reports: [BackendReport] { enforcer.reports() }

  package var frozen: [FrozenProcess] { enforcer.frozen() }

  package func stop() { enforcer.stop() }
}
