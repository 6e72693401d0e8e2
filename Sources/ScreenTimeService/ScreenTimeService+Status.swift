import Bus
import CivilTime
import Enforcement
import EventLoop
import ExtensionSandbox
import ScreenTimeModel
import ScreenTimeProtocol

/// What can be read: the applications, and how everything stands.
extension ScreenTimeService {
  /// How everything stands.
  var status: PlatformStatus.Reply {
    let union = desk.union
    return PlatformStatus.Reply(
      clock: reading, shieldedApplications: desk.shieldedApplications,
      shieldedSites: union.shieldedSites, allowOnly: union.hasAllowOnly,
      filtersAdultContent: union.filtersAdultContent, deniesAppRemoval: union.deniesAppRemoval,
      supervisedUsers: supervised.listed, sensing: sensing, frozen: desk.frozen.map(describe),
      backends: desk.reports.map { report in
        EnforcementState(
          name: report.name, works: report.works, notEnforced: report.notEnforced,
          hint: report.hint)
      } + sandboxState,
      extensions: host.states, faults: faults.faults)
  }

  /// What extensions are kept in; nothing where they live in this process.
  private var sandboxState: [EnforcementState] {
    guard configuration.socketPath != nil else { return [] }
    let report = sandboxReport
    return [
      EnforcementState(
        name: SandboxReport.name, works: report.works, notEnforced: report.gaps, hint: report.hint)
    ]
  }

  private var sensing: UseSensing {
    if meter.hasReporter { return .reported }
    return looksAtProcesses ? .running : .nothing
  }

  /// Lists applications, by name.
  func listCatalog(_ request: CatalogList) -> CatalogList.Reply {
    _ = desk.index.refresh()
    let search = request.search?.lowercased()
    let found = desk.index.apps.filter { app in
      if let category = request.category, !app.categories.contains(category) { return false }
      guard let search else { return true }
      return app.name.lowercased().contains(search)
        || app.token.rawValue.lowercased().contains(search)
    }
    return CatalogList.Reply(
      applications: found.map { app in
        CatalogApplication(
          token: app.token, name: app.name, categories: app.categories.sorted(),
          executables: app.executables)
      })
  }

  /// Tells what speaks against blocking applications.
  func checkCatalog(_ request: CatalogCheck) -> CatalogCheck.Reply {
    desk.index.forget()
    return CatalogCheck.Reply(problems: request.applications.compactMap(problem))
  }

  /// Keeps a fault that an app or extension met.
  func takeFault(_ request: FaultReport) throws(BusError) -> Acknowledged {
    try NameGrammar.check(request.code, isA: "fault's code")
    note(request.code, String(request.message.prefix(1000)))
    return Acknowledged()
  }

  private func problem(_ token: ApplicationToken) -> CatalogProblem? {
    let catalog = desk.index.catalog
    guard let app = catalog.app(for: token), catalog.isInstalled(app) else {
      return CatalogProblem(
        application: token, kind: .notInstalled,
        message: "there is no app \"\(token.rawValue)\" on this machine"
          + (token.executablePath == nil
            ? "" : ": a path has to lead to a file that can be executed"))
    }
    return catalog.objection(toBlocking: app).map {
      CatalogProblem(application: token, kind: .neverBlocked, message: $0)
    }
  }

  private func describe(_ process: Enforcement.FrozenProcess) -> ScreenTimeProtocol.FrozenProcess {
    ScreenTimeProtocol.FrozenProcess(
      pid: process.pid, application: process.token, name: process.name,
      since: time.now - (loop.uptime - process.since))
  }
}

extension SupervisedUsers {
  /// The users by number; `nil` for all accounts that log in.
  fileprivate var listed: [UInt32]? {
    switch self {
    case .uids(let users): users.sorted()
    case .loginAccounts: nil
    }
  }
}
