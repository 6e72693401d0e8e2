/// Which way dependencies point: each target's layer, bottom first, as the MARKs of `Package.swift`
/// have them.
enum Layers {
  static let c = [
    "CCurl", "CLinux", "CMicroHTTPD", "CPostgreSQL", "CPublicSuffix", "CQRCode", "CSQLite",
    "CScreenTimeTesting",
    "CSodium", "CZeroMQ", "CZeroMQStatic",
  ]

  /// Values and decisions: nothing in them opens a file, a socket or a clock.
  static let pure = ["CivilTime", "OpenAppLockRules", "PolicyCore", "ScreenTimeModel", "WebOrigin"]

  static let messages = [
    "AppGroup", "Arguments", "Bus", "BusInspection", "CompactJSON", "Database", "EventLoop",
    "HTTPServer", "OpenAppLockProtocol", "ScreenTimeProtocol",
  ]

  static let face = [
    "DeviceActivity", "FamilyControls", "ManagedSettings", "ManagedSettingsUI", "ScreenTimeClient",
  ]

  static let service = ["Enforcement", "ExecGuard", "ExtensionSandbox", "ScreenTimeService"]

  /// What tests of extensions stand on: the service and its face in one process.
  static let kit = ["ScreenTimeTesting"]

  static let shared = [
    "FamilyExtensions", "FamilyShared", "OpenAppLockExtensions", "OpenAppLockShared",
  ]

  static let app = ["OpenAppLock", "SiteNames"]

  /// A product of its own; it stands on nothing of the app.
  static let family = ["FamilyDevice", "FamilyServer"]

  /// The service and the app in one process.
  static let simulation = ["Simulation"]

  static let extensions = [
    "FamilyMonitor", "FamilyShieldConfig",
    "OpenAppLockMonitor", "OpenAppLockShieldAction", "OpenAppLockShieldConfig",
  ]

  static let programs =
    extensions + ["execguard", "family-device", "family-server", "openapplock", "screentimed"]

  /// A target may depend on those of its own layer and of layers before it.
  static let all = [
    c, pure, messages, face, service, kit, shared, app, family, simulation, programs,
  ]

  /// What a target never reaches, not even through others: the layers alone would allow it.
  static let forbidden: [(targets: [String], never: [String], why: String)] = [
    (pure, c + messages, "pure decisions know neither the system nor messages"),
    (["ExecGuard"], pure + messages, "the exec guard is one small process that does nothing else"),
    (["Enforcement"], ["Bus", "AppGroup"], "enforcement is told what to enforce, by a call"),
    (["ScreenTimeService"], face, "the service is asked through messages, never through its face"),
    (face + shared + extensions, service + app, "only messages lead to the services"),
    (app, ["ScreenTimeService"], "the app talks to the platform by messages"),
    (
      ["AppGroup", "Arguments", "CompactJSON", "EventLoop"], pure,
      "what everybody stands on knows nobody"
    ),
    (["screentimed"], shared + app + face, "the platform works without the app"),
    (["FamilyServer"], face + service + shared + app, "a family's server knows no platform"),
    (["FamilyDevice"], service + app, "a child's machine talks to the platform by messages"),
  ]

  /// The number of a target's layer; `nil` for one that isn't in the table.
  static func number(of target: String) -> Int? { all.firstIndex { $0.contains(target) } }
}
