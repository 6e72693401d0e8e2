import ScreenTimeTesting
import StudyHour
import Testing

/// Whole afternoons, in a moment: the extensions are objects of this process, the service is real.
@Suite("The study hour")
struct StudyHourTests {
  static let chess = "org.gnome.Chess"

  /// An afternoon on which the app was opened once, at two.
  private func afternoon(limits: TestLimits = .linux) throws -> TestPlatform {
    let platform = try TestPlatform(
      at: "2025-01-06T14:00", apps: [Self.chess: ["games"], "org.gnome.Text": ["productivity"]],
      limits: limits)
    try platform.register(StudyMonitor())
    try platform.register(StudyShield())
    try platform.register(StudyAction())
    try platform.app(StudyPlan.appGroup) {
      try DeviceActivityCenter().startMonitoring(StudyPlan.studyHour, during: StudyPlan.schedule)
    }
    return platform
  }

  @Test("games are shielded from three to four, and nothing else is")
  func hour() throws {
    let platform = try afternoon()
    defer { platform.end() }
    try platform.expectShielded()
    try platform.advance(to: "15:00")
    try platform.expectShielded(Self.chess)
    try platform.advance(to: "16:00")
    try platform.expectShielded()
    try platform.expectCallbacks(
      "15:00 intervalDidStart study-hour", "16:00 intervalDidEnd study-hour")
    try platform.expectNoFaults()
  }

  @Test("there is one break, of a quarter of an hour; iOS limits allow it too")
  func oneBreak() throws {
    let platform = try afternoon(limits: .ios)
    defer { platform.end() }
    try platform.advance(to: "15:20")
    #expect(try platform.shield(of: Self.chess)?.secondaryButton == "Take a break")
    #expect(try platform.press(.secondaryButtonPressed, on: Self.chess).response == .defer)
    try platform.expectShielded()
    try platform.advance(to: "15:34")
    try platform.expectShielded()
    try platform.advance(to: "15:35")
    try platform.expectShielded(Self.chess)
    #expect(try platform.shield(of: Self.chess)?.secondaryButton == nil)
    let second = try platform.press(.secondaryButtonPressed, on: Self.chess)
    #expect(second.refusal?.code == "breakTaken")
    try platform.expectShielded(Self.chess)
    try platform.advance(to: "2025-01-07T15:00")
    #expect(try platform.shield(of: Self.chess)?.secondaryButton == "Take a break")
  }

  @Test(
    "whatever way callbacks come, an opened app makes it right",
    arguments: [
      .none, .lost, .late(by: .minutes(40)), .twice, .reversed, .allAtStart, .onlyWhenUsed,
    ] as [CallbackTrouble])
  func trouble(_ trouble: CallbackTrouble) throws {
    let platform = try afternoon()
    defer { platform.end() }
    try platform.callbacksCome(trouble)
    for (time, shielded) in [("15:01", [Self.chess]), ("16:01", []), ("16:59", [])] {
      try platform.advance(to: time)
      try platform.app(StudyPlan.appGroup) {
        try StudyGuard.refresh(
          at: platform.moment(), in: platform.groupDirectory(of: StudyPlan.appGroup))
      }
      #expect(try platform.shieldedApplications() == shielded, "\(time)")
    }
  }

  @Test("a slow startMonitoring makes no break longer")
  func slowStart() throws {
    let platform = try afternoon()
    defer { platform.end() }
    try platform.advance(to: "15:20")
    try platform.startMonitoringTakes(.minutes(2))
    try platform.press(.secondaryButtonPressed, on: Self.chess)
    try platform.advance(to: "15:35")
    try platform.expectShielded(Self.chess)
  }

  @Test("a break survives the end of everything that runs")
  func restarts() throws {
    let platform = try afternoon()
    defer { platform.end() }
    try platform.advance(to: "15:20")
    try platform.press(.secondaryButtonPressed, on: Self.chess)
    try platform.kill(StudyMonitor.self)
    try platform.killService()
    try platform.reboot(lasting: .minutes(5))
    try platform.expectShielded()
    try platform.advance(to: "15:35")
    try platform.expectShielded(Self.chess)
  }
}
