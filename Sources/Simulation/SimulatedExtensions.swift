import Bus
import DeviceActivity
import ManagedSettings
import ManagedSettingsUI
import OpenAppLockExtensions
import ScreenTimeClient
import ScreenTimeModel
import ScreenTimeService

/// The three extensions as objects of this process; each can be dropped and made anew by itself.
final class SimulatedExtensions {
  private let groupDirectory: String
  private var running: [ScenarioProcess: () -> Void] = [:]

  /// Makes extensions that aren't there yet.
  init(groupDirectory: String) {
    self.groupDirectory = groupDirectory
  }

  /// Attaches all of them to a service.
  ///
  /// - Throws: what the service says against one.
  func attach(to service: ScreenTimeService) throws(BusError) {
    for process in [ScenarioProcess.monitor, .shieldConfig, .shieldAction] {
      try attach(process, to: service)
    }
  }

  /// Makes one anew from its files, and attaches it.
  ///
  /// - Throws: what the service says against it.
  func attach(_ process: ScenarioProcess, to service: ScreenTimeService) throws(BusError) {
    running.removeValue(forKey: process)?()
    switch process {
    case .monitor: try attach(RuleMonitor(), as: process, to: service)
    case .shieldConfig: try attach(RuleShieldConfiguration(), as: process, to: service)
    case .shieldAction: try attach(RuleShieldAction(), as: process, to: service)
    case .app, .platform: preconditionFailure("\(process.rawValue) is no extension")
    }
  }

  /// Drops all of them.
  func drop() {
    for close in running.values { close() }
    running = [:]
  }

  private func attach<Handler: ExtensionHandler>(
    _ handler: Handler, as process: ScenarioProcess, to service: ScreenTimeService
  ) throws(BusError) {
    guard let identity = ExtensionIdentity(of: Handler.self) else {
      preconditionFailure("\(process.rawValue) says who it is")
    }
    let runner = try ExtensionRunner(
      handler, identity: identity, groupDirectory: groupDirectory
    ) { _, _, serve throws(BusError) in
      service.attachExtension(
        ExtensionManifest(
          identifier: identity.identifier, extensionPoint: identity.extensionPoint,
          appGroup: identity.appGroup, executable: "/nowhere/\(process.rawValue)"),
        serving: serve)
    }
    running[process] = { runner.close() }
  }
}
