import Enforcement
import EventLoop
import Glibc
import TestSupport
import Testing

@Suite("What is enforced here")
struct EnforcementModeTests {
  @Test("with enforcement switched off nothing is touched, and the report says so")
  func off() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    let enforcer = Enforcer(
      loop: stage.loop, instance: stage.instance + "off",
      stateDirectory: stage.scratch.file("state"),
      guardExecutable: try BuiltProgram.path("execguard"), mode: .none)
    enforcer.apply(WantedState(targets: [try stage.target(game)], supervised: .uids([geteuid()])))
    #expect(!Kernel.isHeld(process.pid))
    #expect(try !stage.isDenied(game))
    #expect(enforcer.reports().map(\.works) == [false])
    enforcer.stop()
  }

  @Test("each report that something is missing says what is therefore not enforced")
  func probe() {
    let reports = Enforcer.probe()
    #expect(
      reports.map(\.name) == [
        "execguard", "process-events", "freezer", "users", "sites", "adult-filter", "app-removal",
      ])
    for report in reports where !report.works {
      #expect(!report.notEnforced.isEmpty)
      #expect(report.hint != nil)
    }
  }

  @Test("without a guard the rest is enforced, and the report says what is missing")
  func withoutGuard() throws {
    let stage = try Stage()
    defer { stage.cleanUp() }
    let game = try stage.program()
    let process = try stage.scratch.start(game, ["600"])
    let enforcer = Enforcer(
      loop: stage.loop, instance: stage.instance + "none",
      stateDirectory: try stage.scratch.makeFolder("other"), guardExecutable: nil)
    defer { enforcer.stop() }
    enforcer.apply(WantedState(targets: [try stage.target(game)], supervised: .uids([geteuid()])))
    #expect(Kernel.comesToRest(process.pid))
    #expect(enforcer.reports().first?.name == "execguard")
    #expect(enforcer.reports().first?.works == false)
  }
}
