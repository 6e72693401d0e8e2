import DeviceActivity
import FoundationEssentials
import ManagedSettings
import ScreenTimeTesting
import enum TestSupport.Skip
import Testing

@Suite("Killed between any two writes")
struct BetweenWritesTests {
  private static let group = "group.dev.example.probe"

  private func monitor(_ name: String, on platform: TestPlatform) throws {
    try platform.app(Self.group) {
      try DeviceActivityCenter().startMonitoring(
        DeviceActivityName(name),
        during: DeviceActivitySchedule(
          intervalStart: DateComponents(hour: 9), intervalEnd: DateComponents(hour: 10),
          repeats: true))
    }
  }

  /// Counts the moments; an environment without the kernel's help says so and is passed over.
  private func moments(_ killed: (Int) throws -> Bool) throws -> Int? {
    var number = 1
    do {
      while try killed(number) { number += 1 }
    } catch let error as TestPlatformError where error.code == "unsupported" {
      Skip.say(error.message)
      return nil
    }
    return number - 1
  }

  @Test("a service that is killed while it stores a shield has the old one or the new, and goes on")
  func service() throws {
    let platform = try TestPlatform(service: .program(try BuiltProgram.path("screentimed")))
    defer { platform.end() }
    let moments = try moments { number in
      let old = try platform.store("default", of: Self.group)
      let new = old.isEmpty ? try settings() : StoreSettings()
      var isDone = false
      let wasKilled = try platform.killService(beforeWrite: number) {
        try platform.app(Self.group) { _ = try ManagedSettingsStore().replace(with: new) }
        isDone = true
      }
      let stored = try platform.store("default", of: Self.group)
      #expect(stored == new || !isDone && stored == old, "moment \(number)")
      return wasKilled
    }
    guard let moments else { return }
    #expect(moments >= 4, "new file, its content, its sync and its name are four at least")
    try platform.expectNoFaults()
  }

  private func settings() throws -> StoreSettings {
    var settings = StoreSettings()
    settings.shieldedApplications = [try ApplicationToken(parsing: "org.test.Chess")]
    return settings
  }

  @Test("an extension that is killed at any moment of its work is brought the callback again")
  func monitor() throws {
    let program = try BuiltProgram.path("probe-extension")
    let moments = try moments { number in
      let platform = try TestPlatform()
      defer { platform.end() }
      try platform.register(program: program)
      try monitor("note", on: platform)
      let wasKilled = try platform.kill(program: program, beforeWrite: number) {
        try platform.advance(to: "09:00")
      }
      let notes = try String(
        contentsOfFile: platform.groupDirectory(of: Self.group) + "/notes", encoding: .utf8)
      #expect(notes == "note\n", "moment \(number)")
      #expect(platform.callbacks.count == (wasKilled ? 2 : 1))
      return wasKilled
    }
    guard let moments else { return }
    #expect(moments >= 2)
  }
}
