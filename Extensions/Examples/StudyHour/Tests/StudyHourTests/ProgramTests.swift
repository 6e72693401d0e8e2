import FoundationEssentials
import ScreenTimeTesting
import StudyHour
import Testing

/// The same extensions as the programs that are shipped.
@Suite("The study hour's programs")
struct ProgramTests {
  private func platform() throws -> TestPlatform {
    let platform = try TestPlatform(at: "2025-01-06T14:00", apps: [StudyHourTests.chess: ["games"]])
    for program in ["StudyHourMonitor", "StudyHourShield", "StudyHourAction"] {
      try platform.register(program: try BuiltProgram.path(program))
    }
    try platform.app(StudyPlan.appGroup) {
      try DeviceActivityCenter().startMonitoring(StudyPlan.studyHour, during: StudyPlan.schedule)
    }
    return platform
  }

  @Test("the service starts them when there is something to say")
  func afternoon() throws {
    let platform = try platform()
    defer { platform.end() }
    try platform.advance(to: "15:00")
    try platform.expectShielded(StudyHourTests.chess)
    #expect(try platform.shield(of: StudyHourTests.chess)?.title == "Study hour")
    let pressed = try platform.press(.secondaryButtonPressed, on: StudyHourTests.chess)
    #expect(pressed.response == .defer)
    try platform.expectShielded()
  }

  @Test("killed at any moment of beginning a break: it was begun whole, or not at all")
  func betweenWrites() throws {
    var moment = 0
    var wasKilled = true
    while wasKilled {
      moment += 1
      let platform = try platform()
      defer { platform.end() }
      try platform.advance(to: "15:20")
      wasKilled = try platform.kill(
        program: try BuiltProgram.path("StudyHourAction"), beforeWrite: moment
      ) {
        try platform.press(.secondaryButtonPressed, on: StudyHourTests.chess)
      }
      // A press is never brought again, so the shield may stay; a break always ends.
      let directory = try platform.groupDirectory(of: StudyPlan.appGroup)
      let hasBegun = try StudyBreak.last(in: directory) != nil
      let isShielded = try platform.isShielded(StudyHourTests.chess)
      #expect(hasBegun || isShielded, "moment \(moment)")
      try platform.advance(to: "15:35")
      try platform.expectShielded(StudyHourTests.chess)
    }
    #expect(moment > 1)
  }
}
