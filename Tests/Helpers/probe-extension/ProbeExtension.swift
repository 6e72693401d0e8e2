import DeviceActivity
import FoundationEssentials
import ManagedSettings

/// A monitor extension that tests start as a process of its own.
///
/// An activity's name says what its interval's start does; that is all it takes to look at the
/// program's life from outside.
@main
final class ProbeExtension: DeviceActivityMonitor {
  override class var extensionIdentifier: String { "dev.example.probe" }
  override class var appGroup: String { "group.dev.example.probe" }

  override func intervalDidStart(for activity: DeviceActivityName) {
    switch activity.rawValue {
    case "shield": ManagedSettingsStore(named: .init("probe")).application.denyAppRemoval = true
    case "note": note(activity)
    case "never-return": while true {}
    case "reach": reach()
    default: context.fail(code: "invalid", message: "the probe does not know \(activity.rawValue)")
    }
  }

  /// Writes the activity's name to a file of the group, in one step; a second time changes nothing.
  private func note(_ activity: DeviceActivityName) {
    do {
      try Data("\(activity.rawValue)\n".utf8).write(
        to: URL(filePath: context.groupDirectory + "/notes"), options: .atomic)
    } catch {
      context.fail(code: "notSaved", message: "\(error)")
    }
  }

  private func reach() {
    do {
      try Reach(groupDirectory: context.groupDirectory).tryAll()
    } catch {
      context.fail(code: "notTried", message: "\(error)")
    }
  }
}
