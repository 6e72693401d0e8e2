// swift-tools-version: 6.2
// A set of Screen Time extensions with their tests, as somebody else's package would have it. Outside
// this repository the path below is wherever OpenAppLock was cloned to.

import PackageDescription

let package = Package(
  name: "StudyHour",
  dependencies: [
    .package(name: "OpenAppLock", path: "../../..")
  ],
  targets: [
    .target(
      name: "StudyHour",
      dependencies: [.product(name: "ScreenTime", package: "OpenAppLock")]),
    .executableTarget(name: "StudyHourMonitor", dependencies: ["StudyHour"]),
    .executableTarget(name: "StudyHourShield", dependencies: ["StudyHour"]),
    .executableTarget(name: "StudyHourAction", dependencies: ["StudyHour"]),
    .testTarget(
      name: "StudyHourTests",
      dependencies: [
        "StudyHour",
        .product(name: "ScreenTimeTesting", package: "OpenAppLock"),
      ]),
  ]
)
