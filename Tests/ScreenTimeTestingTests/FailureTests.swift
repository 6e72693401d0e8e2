import DeviceActivity
import ManagedSettings
import ScreenTimeTesting
import Testing

/// What a developer reads when a test of his fails.
@Suite("What a test platform says when something is wrong")
struct FailureTests {
  @Test("an expectation that fails says what was found, and prints the conversation")
  func expectation() throws {
    let platform = try Study.platform()
    defer { platform.end() }
    try platform.register(StudyMonitor())
    try Study.monitor(on: platform)
    try platform.advance(to: "15:00")
    let error = try #require(
      #expect(throws: TestPlatformError.self) {
        try platform.expectCallbacks("15:00 intervalDidStart homework")
      })
    #expect(error.code == "expectation")
    let text = error.description
    #expect(text.contains("expected: 15:00 intervalDidStart homework"))
    #expect(text.contains("found:    15:00 intervalDidStart study"))
    let lines = text.split(separator: "\n")
    #expect(
      lines.contains {
        $0.hasPrefix("15:00  service → dev.test.study.monitor  activity.callback request")
      })
    #expect(lines.contains { $0.contains("dev.test.study.monitor → service  store.change") })
    #expect(!text.contains("platform.status"), "what the kit asks for itself tells nobody anything")
    #expect(
      throws: TestPlatformError.self, "they were looked at: none came since",
      performing: { try platform.expectCallbacks("15:00 intervalDidStart study") })
  }

  @Test("messages can be read one by one, with the message that caused them")
  func messages() throws {
    let platform = try Study.platform()
    defer { platform.end() }
    try platform.register(StudyMonitor())
    try Study.monitor(on: platform)
    try platform.advance(to: "15:00")
    let callback = try platform.expectMessage("activity.callback")
    let change = try platform.expectMessage("store.change")
    #expect(change.cause == callback.reference)
    #expect(change.peer == "dev.test.study.monitor")
    #expect(change.body.contains("games"))
    #expect(platform.transcript.contains("clock.advance request"))
    #expect(throws: TestPlatformError.self) { try platform.expectMessage("shield.act") }
    #expect(throws: TestPlatformError.self) { try platform.expectStores(of: Study.group) }
  }

  @Test(
    "a name, a time or a zone that is none is refused with a sentence",
    arguments: [
      ("2025-01-06T25:00", "Europe/Berlin", [:], "25"),
      ("2025-01-06T14:00", "No/Where", [:], "No/Where"),
      ("2025-01-06T14:00", "Europe/Berlin", ["no name": []], "no name"),
      ("2025-01-06T14:00", "Europe/Berlin", ["org.test.App": ["Games!"]], "Games!"),
    ] as [(String, String, [String: [String]], String)])
  func setUp(start: String, zone: String, apps: [String: [String]], named: String) throws {
    let error = #expect(throws: TestPlatformError.self) {
      try TestPlatform(at: start, zone: zone, apps: apps)
    }
    #expect(error?.code == "setUp")
    #expect(error?.message.contains(named) == true)
  }

  @Test("an extension that does not say who it is, or says it wrong, is refused at once")
  func identity() throws {
    let platform = try Study.platform()
    defer { platform.end() }
    #expect(throws: TestPlatformError.self) { try platform.register(DeviceActivityMonitor()) }
    let error = #expect(throws: TestPlatformError.self) {
      try platform.register(MisnamedMonitor())
    }
    #expect(error?.code == "invalid", "\(String(describing: error))")
  }

  @Test("a setter that failed inside the app makes the app's turn fail")
  func keptFailure() throws {
    let platform = try Study.platform()
    defer { platform.end() }
    let error = #expect(throws: TestPlatformError.self) {
      try platform.app(Study.group) {
        ManagedSettingsStore().application.blockedApplications = [
          Application(bundleIdentifier: "no app")
        ]
      }
    }
    #expect(error?.code == "invalid")
  }

  @Test("time has one direction, and something that never comes about ends at its deadline")
  func waits() throws {
    let platform = try Study.platform()
    defer { platform.end() }
    #expect(throws: TestPlatformError.self) { try platform.advance(to: "2025-01-06T13:00") }
    #expect(throws: TestPlatformError.self) { try platform.advance(to: "soon") }
    let error = #expect(throws: TestPlatformError.self) {
      try platform.eventually("pigs fly", within: .milliseconds(20)) { false }
    }
    #expect(error?.code == "timeout")
    #expect(error?.message.contains("pigs fly") == true)
  }

  @Test("what has ended can't be asked")
  func ended() throws {
    let platform = try Study.platform()
    platform.end()
    platform.end()
    #expect(throws: TestPlatformError.self) { try platform.settle() }
  }
}

private final class MisnamedMonitor: DeviceActivityMonitor {
  override class var extensionIdentifier: String { "my monitor" }
  override class var appGroup: String { Study.group }
}
