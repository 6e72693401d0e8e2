// swift-tools-version: 6.2
// One MARK section per layer, bottom first; within a layer targets in alphabetical order with
// their tests beside them; one dependency a line. Dependencies point upwards in this file only:
// Tests/PackageTests reads this description and fails when one points the other way.

import PackageDescription

/// What every Swift target is built with.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// Programs are linked whole: they start in a fraction of the time and need nothing installed.
///
/// A sanitizer needs its shared runtime, so `OPENAPPLOCK_DYNAMIC=1` links as usual.
let linksWhole = Context.environment["OPENAPPLOCK_DYNAMIC"] == nil
let programLinking: [LinkerSetting] =
  linksWhole
  ? [
    .unsafeFlags(["-static-executable", "-use-ld=lld", "-Xlinker", "--gc-sections"]),
    .linkedLibrary("_FoundationCShims"),
    .linkedLibrary("_FoundationCollections"),
    .linkedLibrary("swiftSynchronization"),
    .linkedLibrary("sodium"),
    .linkedLibrary("bsd"),
    .linkedLibrary("stdc++"),
  ] : []

/// A program: arguments and wiring, linked whole.
func program(_ name: String, path: String? = nil, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name,
    dependencies: dependencies + (linksWhole ? ["CZeroMQStatic"] : []),
    path: path,
    swiftSettings: settings,
    linkerSettings: programLinking)
}

/// A program that runs on a server for long: its C libraries are the machine's.
func server(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name,
    dependencies: dependencies,
    swiftSettings: settings,
    linkerSettings: linksWhole
      ? [
        .unsafeFlags(["-static-stdlib", "-use-ld=lld", "-Xlinker", "--gc-sections"]),
        .linkedLibrary("_FoundationCShims"),
        .linkedLibrary("_FoundationCollections"),
      ] : [])
}

/// A library of the package.
func module(
  _ name: String, path: String? = nil, _ dependencies: [Target.Dependency],
  resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, resources: resources,
    swiftSettings: settings)
}

/// The tests of a target, or of several together.
///
/// They name no program: its linking would be applied to the tests' own binary. Building the tests
/// builds every program beside them anyway.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: dependencies,
    exclude: exclude,
    swiftSettings: settings)
}

let package = Package(
  name: "OpenAppLock",
  products: [
    .library(
      name: "ScreenTime",
      targets: ["DeviceActivity", "FamilyControls", "ManagedSettings", "ManagedSettingsUI"]),
    .library(name: "ScreenTimeTesting", targets: ["ScreenTimeTesting"]),
    .executable(name: "openapplock", targets: ["openapplock"]),
    .executable(name: "screentimed", targets: ["screentimed"]),
    .executable(name: "execguard", targets: ["execguard"]),
    .executable(name: "family-device", targets: ["family-device"]),
    .executable(name: "family-server", targets: ["family-server"]),
    .executable(name: "FamilyMonitor", targets: ["FamilyMonitor"]),
    .executable(name: "FamilyShieldConfig", targets: ["FamilyShieldConfig"]),
    .executable(name: "OpenAppLockMonitor", targets: ["OpenAppLockMonitor"]),
    .executable(name: "OpenAppLockShieldConfig", targets: ["OpenAppLockShieldConfig"]),
    .executable(name: "OpenAppLockShieldAction", targets: ["OpenAppLockShieldAction"]),
  ],
  targets: [
    // MARK: C, and what Swift cannot call

    .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
    .target(name: "CLinux"),
    .target(name: "CMicroHTTPD", linkerSettings: [.linkedLibrary("microhttpd")]),
    .systemLibrary(name: "CPostgreSQL"),
    .systemLibrary(name: "CPublicSuffix"),
    .systemLibrary(name: "CQRCode"),
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CSodium"),
    .target(name: "CScreenTimeTesting"),
    .target(name: "CZeroMQ", linkerSettings: [.linkedLibrary("zmq")]),
    .target(name: "CZeroMQStatic"),

    // MARK: Pure values and decisions

    module("CivilTime", []),
    tests("CivilTimeTests", ["CivilTime"]),

    module("OpenAppLockRules", path: "Shared/Rules", ["CivilTime", "ScreenTimeModel"]),
    tests("OpenAppLockRulesTests", ["OpenAppLockRules", "CivilTime", "ScreenTimeModel"]),

    module("PolicyCore", ["CivilTime"]),
    tests("PolicyCoreTests", ["PolicyCore", "CivilTime"]),

    module("WebOrigin", []),
    tests("WebOriginTests", ["WebOrigin"]),

    module("ScreenTimeModel", ["CivilTime"]),
    tests("ScreenTimeModelTests", ["ScreenTimeModel", "CivilTime"]),

    // MARK: Files, descriptors and messages

    module("AppGroup", ["CLinux", "CompactJSON"]),
    tests("AppGroupTests", ["AppGroup", "TestSupport"]),

    module("Bus", ["CLinux", "CZeroMQ", "CivilTime", "CompactJSON", "EventLoop"]),
    tests(
      "BusTests", ["Bus", "CZeroMQ", "CivilTime", "CompactJSON", "EventLoop", "TestSupport"]),

    module("Arguments", []),
    tests("ArgumentsTests", ["Arguments"]),

    module(
      "BusInspection",
      ["Bus", "CivilTime", "CompactJSON", "OpenAppLockProtocol", "ScreenTimeProtocol"]),
    tests(
      "BusInspectionTests",
      ["Bus", "BusInspection", "CivilTime", "CompactJSON", "ScreenTimeProtocol"]),

    module("CompactJSON", []),
    tests("CompactJSONTests", ["CompactJSON"]),

    module("Database", ["CPostgreSQL", "CSQLite"]),
    tests("DatabaseTests", ["Database", "TestSupport"]),

    module("EventLoop", ["CLinux"]),
    tests("EventLoopTests", ["EventLoop"]),

    module("HTTPServer", ["CMicroHTTPD", "EventLoop"]),

    module("ScreenTimeProtocol", ["Bus", "CivilTime", "ScreenTimeModel"]),
    module("OpenAppLockProtocol", ["Bus", "CivilTime", "OpenAppLockRules", "ScreenTimeModel"]),
    tests(
      "ProtocolTests",
      [
        "Bus", "BusInspection", "CivilTime", "CompactJSON", "OpenAppLockProtocol",
        "ScreenTimeModel", "ScreenTimeProtocol", "TestSupport",
      ],
      exclude: ["Goldens", "Schemas"]),

    // MARK: The platform's face

    module(
      "ScreenTimeClient",
      [
        "Arguments", "Bus", "CLinux", "CivilTime", "EventLoop", "ScreenTimeModel",
        "ScreenTimeProtocol",
      ]),
    module(
      "DeviceActivity",
      ["Bus", "CivilTime", "ScreenTimeClient", "ScreenTimeModel", "ScreenTimeProtocol"]),
    module(
      "FamilyControls", ["Bus", "ScreenTimeClient", "ScreenTimeModel", "ScreenTimeProtocol"]),
    module(
      "ManagedSettings",
      ["Bus", "CivilTime", "ScreenTimeClient", "ScreenTimeModel", "ScreenTimeProtocol"]),
    module(
      "ManagedSettingsUI",
      ["Bus", "ManagedSettings", "ScreenTimeClient", "ScreenTimeModel", "ScreenTimeProtocol"]),
    tests(
      "FaceTests",
      [
        "Bus", "CivilTime", "DeviceActivity", "EventLoop", "FamilyControls", "ManagedSettings",
        "ManagedSettingsUI", "ScreenTimeClient", "ScreenTimeModel", "ScreenTimeProtocol",
        "TestSupport",
      ]),

    // MARK: The platform's service

    module("Enforcement", ["CLinux", "EventLoop", "ExecGuard", "ScreenTimeModel"]),
    tests(
      "EnforcementTests",
      ["CLinux", "Enforcement", "EventLoop", "ExecGuard", "ScreenTimeModel", "TestSupport"]),

    module("ExecGuard", ["CLinux"]),

    module("ExtensionSandbox", ["CLinux", "EventLoop"]),
    tests("ExtensionSandboxTests", ["EventLoop", "ExtensionSandbox", "TestSupport"]),

    module(
      "ScreenTimeService",
      [
        "AppGroup", "Bus", "CLinux", "CivilTime", "Enforcement", "EventLoop", "ExtensionSandbox",
        "ScreenTimeModel", "ScreenTimeProtocol",
      ]),
    tests(
      "ScreenTimeServiceTests",
      [
        "Bus", "CivilTime", "Enforcement", "EventLoop", "ExtensionSandbox", "ScreenTimeModel",
        "ScreenTimeProtocol", "ScreenTimeService", "TestSupport",
      ]),

    // MARK: The kit for extensions

    module(
      "ScreenTimeTesting",
      [
        "Bus", "CScreenTimeTesting", "CivilTime", "DeviceActivity", "Enforcement", "EventLoop",
        "FamilyControls", "ManagedSettings", "ManagedSettingsUI", "ScreenTimeClient",
        "ScreenTimeModel", "ScreenTimeProtocol", "ScreenTimeService",
      ]),
    tests(
      "ScreenTimeTestingTests",
      [
        "DeviceActivity", "FamilyControls", "ManagedSettings", "ManagedSettingsUI",
        "ScreenTimeTesting", "TestSupport",
      ]),

    // MARK: What the app and its extensions share

    module(
      "OpenAppLockShared", path: "Shared/Group",
      [
        "AppGroup", "Bus", "CivilTime", "DeviceActivity", "ManagedSettings", "OpenAppLockRules",
        "ScreenTimeClient", "ScreenTimeModel", "ScreenTimeProtocol",
      ]),
    tests(
      "OpenAppLockSharedTests",
      [
        "AppGroup", "CivilTime", "DeviceActivity", "OpenAppLockRules", "OpenAppLockShared",
        "ScreenTimeClient", "ScreenTimeModel", "TestSupport",
      ]),

    module(
      "FamilyShared", path: "Shared/Family",
      [
        "AppGroup", "CivilTime", "DeviceActivity", "ManagedSettings", "PolicyCore",
        "ScreenTimeClient", "ScreenTimeModel",
      ]),
    tests(
      "FamilySharedTests",
      [
        "CivilTime", "DeviceActivity", "FamilyExtensions", "FamilyShared", "PolicyCore",
        "ScreenTimeModel", "ScreenTimeTesting", "TestSupport",
      ]),

    module(
      "FamilyExtensions", path: "Extensions/Family",
      ["DeviceActivity", "FamilyShared", "ManagedSettings", "ManagedSettingsUI"]),

    module(
      "OpenAppLockExtensions", path: "Extensions/Rules",
      [
        "DeviceActivity", "ManagedSettings", "ManagedSettingsUI", "OpenAppLockRules",
        "OpenAppLockShared",
      ]),

    // MARK: The app

    module(
      "OpenAppLock",
      [
        "AppGroup", "Bus", "CLinux", "CSQLite", "CivilTime", "DeviceActivity", "EventLoop",
        "FamilyControls", "OpenAppLockProtocol", "OpenAppLockRules", "OpenAppLockShared",
        "ScreenTimeClient", "ScreenTimeModel", "ScreenTimeProtocol", "SiteNames",
      ]),
    tests(
      "OpenAppLockTests",
      [
        "AppGroup", "Bus", "CivilTime", "Enforcement", "EventLoop", "OpenAppLock",
        "OpenAppLockProtocol", "OpenAppLockRules", "OpenAppLockShared", "ScreenTimeClient",
        "ScreenTimeModel", "ScreenTimeProtocol", "ScreenTimeService", "TestSupport",
      ],
      exclude: ["Fixtures", "Snapshots"]),

    module("SiteNames", ["CPublicSuffix", "ScreenTimeModel"]),
    tests("SiteNamesTests", ["ScreenTimeModel", "SiteNames"]),

    // MARK: A family's server, and a child's machine

    module(
      "FamilyDevice",
      [
        "AppGroup", "Bus", "CCurl", "CivilTime", "CompactJSON", "EventLoop", "FamilyControls",
        "FamilyShared", "PolicyCore", "ScreenTimeClient", "ScreenTimeModel", "ScreenTimeProtocol",
        "WebOrigin",
      ]),
    tests(
      "FamilyDeviceTests",
      [
        "CompactJSON", "DeviceActivity", "ExtensionSandbox", "FamilyDevice", "FamilyShared",
        "PolicyCore", "ScreenTimeTesting", "TestSupport",
      ]),

    module(
      "FamilyServer",
      [
        "CQRCode", "CSodium", "CivilTime", "CompactJSON", "Database", "EventLoop", "HTTPServer",
        "PolicyCore", "WebOrigin",
      ],
      // The page's files lie in the program: a server is one file to be copied.
      resources: [
        .embedInCode("Page/Assets/icon.svg"),
        .embedInCode("Page/Assets/page.css"),
        .embedInCode("Page/Assets/page.js"),
      ]),
    tests(
      "FamilyServerTests",
      [
        "CivilTime", "CompactJSON", "Database", "EventLoop", "FamilyServer", "HTTPServer",
        "PolicyCore",
        "TestSupport", "WebOrigin",
      ]),

    // MARK: Everything together, on a virtual machine

    module(
      "Simulation",
      [
        "Bus", "CLinux", "CivilTime", "CompactJSON", "DeviceActivity", "Enforcement", "EventLoop",
        "ManagedSettings",
        "ManagedSettingsUI", "OpenAppLock", "OpenAppLockExtensions", "OpenAppLockProtocol",
        "OpenAppLockRules",
        "ScreenTimeClient", "ScreenTimeModel", "ScreenTimeProtocol", "ScreenTimeService",
      ]),
    tests("SimulationTests", ["CivilTime", "ScreenTimeModel", "Simulation", "TestSupport"]),

    // MARK: Programs

    program(
      "FamilyMonitor", path: "Extensions/FamilyMonitor", ["DeviceActivity", "FamilyExtensions"]),
    program(
      "FamilyShieldConfig", path: "Extensions/FamilyShieldConfig",
      ["FamilyExtensions", "ManagedSettingsUI"]),
    program(
      "OpenAppLockMonitor", path: "Extensions/Monitor",
      ["DeviceActivity", "OpenAppLockExtensions"]),
    program(
      "OpenAppLockShieldAction", path: "Extensions/ShieldAction",
      ["ManagedSettings", "OpenAppLockExtensions"]),
    program(
      "OpenAppLockShieldConfig", path: "Extensions/ShieldConfig",
      ["ManagedSettingsUI", "OpenAppLockExtensions"]),
    program("execguard", ["ExecGuard"]),
    server(
      "family-device",
      [
        "Arguments", "CLinux", "CivilTime", "CompactJSON", "EventLoop", "FamilyDevice",
        "FamilyShared", "PolicyCore", "ScreenTimeModel",
      ]),
    server(
      "family-server",
      [
        "Arguments", "CivilTime", "Database", "EventLoop", "FamilyServer", "HTTPServer",
        "PolicyCore", "WebOrigin",
      ]),
    program(
      "openapplock",
      [
        "AppGroup", "Arguments", "Bus", "BusInspection", "CLinux", "CivilTime", "CompactJSON",
        "Enforcement", "EventLoop", "ExtensionSandbox", "OpenAppLock",
        "OpenAppLockProtocol", "OpenAppLockRules", "OpenAppLockShared", "ScreenTimeClient",
        "ScreenTimeModel", "ScreenTimeProtocol", "Simulation",
        "SiteNames",
      ]),
    program(
      "screentimed",
      [
        "Arguments", "CLinux", "CivilTime", "Enforcement", "EventLoop", "ExtensionSandbox",
        "ScreenTimeModel", "ScreenTimeService",
      ]),

    // MARK: Tests of the whole, and what tests stand on

    .target(
      name: "TestSupport", dependencies: ["CLinux"], path: "Tests/TestSupport",
      swiftSettings: settings),
    program("benchmark-extension", path: "Tests/Benchmarks/Extension", ["DeviceActivity"]),
    program(
      "benchmarks", path: "Tests/Benchmarks/Harness",
      [
        "AppGroup", "Bus", "CLinux", "CivilTime", "CompactJSON", "EventLoop", "ExecGuard",
        "ExtensionSandbox", "OpenAppLockProtocol", "OpenAppLockRules", "OpenAppLockShared",
        "ScreenTimeClient", "ScreenTimeModel", "ScreenTimeProtocol", "Simulation",
      ]),
    program("bus-peer", path: "Tests/Helpers/bus-peer", ["CZeroMQ"]),
    program("document-writer", path: "Tests/Helpers/document-writer", ["AppGroup"]),
    .executableTarget(name: "moved-clock", path: "Tests/Helpers/moved-clock"),
    program(
      "probe-extension", path: "Tests/Helpers/probe-extension",
      ["DeviceActivity", "ManagedSettings"]),
    tests(
      "IntegrationTests",
      [
        "AppGroup", "Bus", "CivilTime", "ExtensionSandbox", "ManagedSettings",
        "OpenAppLockProtocol", "ScreenTimeModel", "ScreenTimeProtocol", "ScreenTimeTesting",
        "TestSupport",
      ]),
    tests("PackageTests", ["TestSupport"]),
    tests(
      "PropertyTests",
      [
        "Bus", "CivilTime", "EventLoop", "OpenAppLockProtocol", "OpenAppLockRules",
        "ScreenTimeModel", "ScreenTimeProtocol", "Simulation",
      ]),
  ]
)
