import DeviceActivity
import FoundationEssentials
import ManagedSettings
import ManagedSettingsUI
import ScreenTimeTesting

/// The extensions that these tests are about: an hour without games, with five minutes on request.
enum Study {
  static let group = "group.dev.test.study"
  static let chess = "org.test.Chess"
  static let mail = "org.test.Mail"
  static let apps = [chess: ["games"], mail: ["productivity"]]

  /// A platform with an app that monitors 15:00 to 16:00 every day.
  static func platform(
    at start: String = "2025-01-06T14:00", limits: TestLimits = .linux,
    service: TestPlatform.Service = .inThisProcess
  ) throws -> TestPlatform {
    try TestPlatform(at: start, apps: apps, limits: limits, service: service)
  }

  /// Has the app monitor an hour of the day, with a threshold of ten minutes of chess in it.
  static func monitor(
    _ name: String = "study", from hour: Int = 15, on platform: TestPlatform
  ) throws {
    try platform.app(group) {
      try DeviceActivityCenter().startMonitoring(
        DeviceActivityName(name),
        during: DeviceActivitySchedule(
          intervalStart: DateComponents(hour: hour), intervalEnd: DateComponents(hour: hour + 1),
          repeats: true),
        events: [
          DeviceActivityEvent.Name("ten"): DeviceActivityEvent(
            applications: [try ApplicationToken(parsing: chess)],
            threshold: DateComponents(minute: 10))
        ])
    }
  }
}

final class StudyMonitor: DeviceActivityMonitor {
  override class var extensionIdentifier: String { "dev.test.study.monitor" }
  override class var appGroup: String { Study.group }

  /// How often this life was called.
  private(set) var calls = 0
  /// How often the next calls are to fail.
  var failures = 0

  override func intervalDidStart(for activity: DeviceActivityName) {
    calls += 1
    if failures > 0 {
      failures -= 1
      return context.fail(code: "notNow", message: "the monitor does not feel like it")
    }
    guard let games = try? ActivityCategoryToken(parsing: "games") else { return }
    ManagedSettingsStore(named: .init(activity.rawValue)).shield.applicationCategories =
      .specific([games])
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    calls += 1
    ManagedSettingsStore(named: .init(activity.rawValue)).clearAllSettings()
  }
}

/// Takes every callback and does nothing.
final class IdleMonitor: DeviceActivityMonitor {
  override class var extensionIdentifier: String { "dev.test.study.idle" }
  override class var appGroup: String { Study.group }
}

final class StudyShield: ShieldConfigurationDataSource {
  override class var extensionIdentifier: String { "dev.test.study.shield" }
  override class var appGroup: String { Study.group }

  override func configuration(shielding application: Application) -> ShieldConfiguration {
    ShieldConfiguration(
      title: .init(text: "It is \(context.moment.reading.time)"),
      secondaryButtonLabel: .init(text: "Five minutes"))
  }
}

final class StudyAction: ShieldActionDelegate {
  override class var extensionIdentifier: String { "dev.test.study.action" }
  override class var appGroup: String { Study.group }

  private let mayOpen: Bool

  required convenience init() { self.init(mayOpen: true) }

  init(mayOpen: Bool) {
    self.mayOpen = mayOpen
    super.init()
  }

  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    switch (action, mayOpen) {
    case (.primaryButtonPressed, _): completionHandler(.close)
    case (.secondaryButtonPressed, true):
      ManagedSettingsStore(named: .init("study")).clearAllSettings()
      completionHandler(.defer)
    case (.secondaryButtonPressed, false):
      refuse(code: "enough", message: "that was enough for today")
      completionHandler(.none)
    }
  }
}
