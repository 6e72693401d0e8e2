import DeviceActivity
import FoundationEssentials
import ManagedSettings
import ScreenTimeTesting
import Testing

@Suite("Callbacks that come as on a bad day")
struct TroubleTests {
  @Test(
    "they are lost, late, doubled, reversed or premature",
    arguments: [
      (.none, ["15:00 intervalDidStart a", "15:00 intervalDidStart b"]),
      (.lost, []),
      (.late(by: .minutes(20)), ["15:20 intervalDidStart a", "15:20 intervalDidStart b"]),
      (
        .twice,
        [
          "15:00 intervalDidStart a", "15:00 intervalDidStart a", "15:00 intervalDidStart b",
          "15:00 intervalDidStart b",
        ]
      ),
      (.reversed, ["15:00 intervalDidStart b", "15:00 intervalDidStart a"]),
      (
        .allAtStart,
        [
          "15:00 intervalDidStart a", "15:00 eventDidReachThreshold ten of a",
          "15:00 intervalDidStart b", "15:00 eventDidReachThreshold ten of b",
        ]
      ),
      (.onlyWhenUsed, []),
    ] as [(CallbackTrouble, [String])])
  func trouble(_ trouble: CallbackTrouble, callbacks: [String]) throws {
    let platform = try Study.platform()
    defer { platform.end() }
    try platform.register(StudyMonitor())
    for name in ["a", "b"] { try Study.monitor(name, on: platform) }
    try platform.callbacksCome(trouble)
    try platform.advance(to: "15:30")
    #expect(platform.callbacks.map(\.description) == callbacks)
  }

  @Test("none comes until the device is used; then all that waited do, and later ones at once")
  func onlyWhenUsed() throws {
    let platform = try Study.platform()
    defer { platform.end() }
    try platform.register(StudyMonitor())
    try Study.monitor(on: platform)
    try platform.callbacksCome(.onlyWhenUsed)
    try platform.advance(to: "15:30")
    try platform.expectCallbacks()
    try platform.expectShielded()
    try platform.putInFront(Study.mail)
    try platform.expectCallbacks("15:30 intervalDidStart study")
    try platform.expectShielded(Study.chess)
    try platform.advance(to: "16:00")
    try platform.expectCallbacks("16:00 intervalDidEnd study")
  }

  @Test("a true threshold is reported after a premature one too")
  func prematureThreshold() throws {
    let platform = try Study.platform(at: "2025-01-06T15:00")
    defer { platform.end() }
    try platform.callbacksCome(.allAtStart)
    try platform.register(IdleMonitor())
    try Study.monitor(on: platform)
    try platform.use(Study.chess, for: .minutes(12))
    try platform.expectCallbacks(
      "15:00 intervalDidStart study", "15:00 eventDidReachThreshold ten of study",
      "15:10 eventDidReachThreshold ten of study")
  }

  @Test("a slow startMonitoring: time has passed when it returns, and what fell due follows")
  func slowStart() throws {
    let platform = try Study.platform(at: "2025-01-06T14:59")
    defer { platform.end() }
    try platform.register(StudyMonitor())
    try platform.startMonitoringTakes(.minutes(2))
    try Study.monitor(on: platform)
    #expect(try platform.moment().reading.time.description == "15:01")
    try platform.settle()
    try platform.expectCallbacks("15:01 intervalDidStart study")
    try platform.startMonitoringTakes(.zero)
    try Study.monitor("other", on: platform)
    #expect(try platform.moment().reading.time.description == "15:01")
  }

  @Test("trouble goes on in the service's next life")
  func nextLife() throws {
    let platform = try Study.platform()
    defer { platform.end() }
    try platform.register(StudyMonitor())
    try Study.monitor(on: platform)
    try platform.callbacksCome(.twice)
    try platform.killService()
    try platform.advance(to: "15:00")
    try platform.expectCallbacks("15:00 intervalDidStart study", "15:00 intervalDidStart study")
  }

  @Test("a killed object begins anew with nothing but what is on disk")
  func killedObject() throws {
    let platform = try Study.platform()
    defer { platform.end() }
    let first = try platform.register(StudyMonitor())
    try Study.monitor(on: platform)
    try platform.advance(to: "15:00")
    #expect(first.calls == 1)
    try platform.kill(StudyMonitor.self)
    try platform.advance(to: "16:00")
    #expect(first.calls == 1, "its next life is another object")
    try platform.expectShielded()
    #expect(throws: TestPlatformError.self) { try platform.kill(IdleMonitor.self) }
  }

  @Test("a killed or restarted service keeps stores and activities", arguments: [true, false])
  func service(killed: Bool) throws {
    let platform = try Study.platform()
    defer { platform.end() }
    try platform.register(StudyMonitor())
    try Study.monitor(on: platform)
    try platform.advance(to: "15:00")
    killed ? try platform.killService() : try platform.restartService()
    try platform.expectShielded(Study.chess)
    #expect(try platform.activities(of: Study.group) == [DeviceActivityName("study")])
    try platform.advance(to: "16:00")
    try platform.expectShielded()
  }
}
