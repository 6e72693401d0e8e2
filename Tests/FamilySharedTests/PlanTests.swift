import DeviceActivity
import FamilyShared
import PolicyCore
import ScreenTimeModel
import ScreenTimeTesting
import TestSupport
import Testing

@Suite("A child's machine has one plan, and one store")
struct PlanTests {
  private func machine(
    _ changes: [String: PolicyValue] = [:], at time: String = "2025-01-06T08:00",
    limits: TestLimits = .linux
  ) throws -> ChildMachine {
    let machine = try ChildMachine(at: time, limits: limits)
    try machine.select(ChildMachine.game)
    try machine.receive(changes)
    return machine
  }

  /// The requests that start or stop monitoring, so far.
  private func monitoring(_ machine: ChildMachine) -> [BusMessage] {
    machine.platform.messages.filter {
      $0.kind == .request && ["activity.start", "activity.stop"].contains($0.type ?? "")
    }
  }

  @Test("a new ordinary reward restarts nothing: the monitor hears no word of it")
  func reward() throws {
    let machine = try machine()
    defer { machine.platform.end() }
    try machine.play(60)
    let before = monitoring(machine).count
    for earned in [15, 30, 40] {
      try machine.receive(earned: earned)
      #expect(try !machine.isShielded)
      try machine.play(earned == 40 ? 10 : 15)
      #expect(try machine.isShielded)
    }
    #expect(monitoring(machine).count == before)
    // The next day's first word takes the bonus away, and restarts nothing either.
    try machine.platform.advance(to: "2025-01-07T08:00")
    try machine.receive()
    #expect(monitoring(machine).count == before)
  }

  @Test(
    "another policy, another selection and a lost registration get a monitor that counts past activity",
    arguments: ["policy", "selection", "registration"])
  func restarts(reason: String) throws {
    let machine = try machine()
    defer { machine.platform.end() }
    try machine.play(50)
    let old = try machine.state().plan
    let before = monitoring(machine).count
    switch reason {
    case "policy": try machine.receive(["reward_minutes": .number(20)])
    case "selection": try machine.select(ChildMachine.game, "org.example.Text")
    default:
      try machine.platform.app(FamilyIdentity.appGroup) {
        DeviceActivityCenter().stopMonitoring()
      }
      try machine.look()
    }
    #expect(try machine.state().plan?.generation != old?.generation)
    let started = monitoring(machine)[before...].filter { $0.type == "activity.start" }
    let day = try #require(started.first { $0.body.contains("\"minutes-60\"") })
    #expect(!day.body.contains("\"includesPastActivity\":false"))
    #expect(day.body.contains("\"includesPastActivity\":true"))
    try machine.play(9)
    #expect(try !machine.isShielded)
    try machine.play(1)
    #expect(try machine.isShielded)
  }

  @Test("all it shields is in one named store, and its activities are those of the plan alone")
  func names() throws {
    let machine = try machine()
    defer { machine.platform.end() }
    try machine.play(60)
    try machine.platform.expectStores(FamilyIdentity.store, of: FamilyIdentity.appGroup)
    for minutes in [70, 80, 90] {
      try machine.receive(["daily_limit_minutes": .number(minutes)])
      let plan = try #require(try machine.state().plan)
      let names = try machine.platform.activities(of: FamilyIdentity.appGroup)
      #expect(names == plan.activities.sorted())
      let ending = "-test-\(try machine.state().generations)"
      #expect(names.allSatisfy { $0.rawValue.hasSuffix(ending) })
    }
  }

  @Test(
    "an obsolete monitor's callbacks change nothing of the present plan, and what they tell is nobody's"
  )
  func obsolete() throws {
    let machine = try machine()
    defer { machine.platform.end() }
    let old = try #require(try machine.state().plan)
    try machine.receive(["daily_limit_minutes": .number(90)])
    let present = try machine.state()
    // One that was not told yet that it is over.
    try machine.platform.app(FamilyIdentity.appGroup) {
      try DeviceActivityCenter().startMonitoring(
        old.day,
        during: ActivitySchedule(
          interval: .daily(
            present.plan?.policy.allowedHours ?? old.policy.allowedHours,
            weekday: nil, repeats: true)),
        events: [
          DeviceActivityEventName("minutes-90"): ActivityEvent(
            selection: FamilyActivitySelection(applicationTokens: Set(present.selection)),
            thresholdSeconds: 60, includesPastActivity: true)
        ])
    }
    try machine.play(1)
    #expect(
      machine.platform.callbacks.contains {
        $0.description.contains("minutes-90 of \(old.day.rawValue)")
      })
    #expect(try machine.state() == present)
    #expect(try !machine.isShielded)
  }

  @Test("a monitor that can't be registered leaves the apps shielded, and says why, until it can")
  func refused() throws {
    // No interval shorter than a quarter of an hour there.
    let machine = try machine(
      ["allowed_start": .text("08:00"), "allowed_end": .text("08:10")], limits: .ios)
    defer { machine.platform.end() }
    #expect(try machine.isShielded)
    #expect(try machine.state().registrationFailure?.contains("interval") == true)
    #expect(try !machine.state().isMonitoring)
    #expect(
      try machine.platform.shield(of: ChildMachine.game)?.subtitle
        == "This machine can't count the time. Ask a parent to look at it.")
    try machine.receive(["allowed_end": .text("09:00")])
    #expect(try machine.state().registrationFailure == nil)
    #expect(try !machine.isShielded)
  }

  @Test("a plan that was announced and never registered opens nothing, whichever callback comes")
  func announced() throws {
    let machine = try machine()
    defer { machine.platform.end() }
    let old = try #require(try machine.state().plan)
    // As somebody leaves it who is killed right there.
    try machine.group.update(installation: "test") { state in
      state.plan = FamilyPlan(
        generation: "test-99", policy: old.policy, earnedMinutes: 0, selection: old.selection)
      state.registrationFailure = "the plan is being registered"
    }
    // The old plan's threshold is of no plan that is known any more, and closes all the same.
    try machine.play(60)
    #expect(try machine.isShielded)
    #expect(try machine.state().usage.days.isEmpty)
    try machine.look()
    #expect(try machine.state().isMonitoring)
    #expect(try machine.isShielded, "the new plan was told what was used")
  }

  @Test("the largest ladder there can be is registered, for many apps")
  func largest() throws {
    let machine = try ChildMachine()
    defer { machine.platform.end() }
    let apps = (0..<20).map { "org.example.App\($0)" } + [ChildMachine.game]
    try machine.select(apps)
    try machine.receive([
      "daily_limit_minutes": .number(0), "reward_minutes": .number(1),
      "daily_bonus_cap_minutes": .number(1440),
    ])
    #expect(try machine.state().registrationFailure == nil)
    #expect(try machine.state().plan?.thresholds.count == 1441)
    try machine.receive(earned: 3)
    #expect(try !machine.isShielded)
    try machine.play(3)
    #expect(try machine.isShielded)
  }

  // MARK: What can't be read or written

  @Test("a version before the damaged one lifts nothing that it doesn't know to be shielded")
  func previousVersion() throws {
    let machine = try machine()
    defer { machine.platform.end() }
    try machine.play(60)
    #expect(try machine.isShielded)
    let path = try machine.platform.groupDirectory(of: FamilyIdentity.appGroup)
    try damage(path + "/family.json")
    #expect(try machine.group.read().state?.usage.days.isEmpty == true)
    // An edge wakes the monitor, and it is the version before that it reads.
    try machine.platform.app(FamilyIdentity.appGroup) {
      try FamilyEnforcement(machine.group).enforce(
        at: try machine.platform.moment().instant, suspicion: nil
      ) { _ in }
    }
    #expect(try machine.isShielded)
    // Whoever looks next makes it whole, and the platform tells once more what was used.
    try machine.look()
    #expect(try machine.isShielded)
    #expect(try machine.group.read().fault == nil)
    #expect(try machine.state().usage.days.map(\.minutes) == [60])
  }

  @Test("of a document that can't be read at all nothing is concluded, and it is left as it is")
  func nothingReadable() throws {
    let machine = try machine()
    defer { machine.platform.end() }
    try machine.play(60)
    let path = try machine.platform.groupDirectory(of: FamilyIdentity.appGroup)
    for name in ["family.json", "family.previous.json"] { try damage(path + "/" + name) }
    for _ in 0..<2 {
      #expect(throws: FamilyFault.self) { try machine.look() }
      #expect(try machine.isShielded)
    }
    // Midnight wakes the monitor, which knows nothing and changes nothing.
    try machine.platform.advance(to: "2025-01-07T08:00")
    #expect(try machine.isShielded)
    // A parent who says anew what is to be shielded may begin anew; before the server's word nothing opens.
    try machine.group.update(installation: "new", beginsAnew: true) {
      $0.selection = [try ApplicationToken(parsing: ChildMachine.game)]
    }
    try machine.look()
    #expect(try machine.isShielded)
    try machine.receive()
    #expect(try !machine.isShielded)
  }

  @Test("a full disk gives no time: what can't be written down holds all the same")
  func fullDisk() throws {
    let machine = try machine()
    let scratch = try Scratch()
    defer {
      scratch.cleanUp()
      machine.platform.end()
    }
    let path = try machine.platform.groupDirectory(of: FamilyIdentity.appGroup)
    let state = try machine.state()
    guard let disk = try TinyDisk(in: scratch, on: path, kibibytes: 128) else { return }
    try machine.reopenGroup()
    try machine.group.update(installation: "test") { $0 = state }
    try machine.play(30)
    try disk.fill()
    try machine.play(30)
    #expect(try machine.isShielded)
    try disk.makeRoom()
  }

  // MARK: Days

  @Test("a threshold that comes after midnight says nothing about the new day")
  func late() throws {
    let machine = try machine(
      ["allowed_start": .text("00:00"), "allowed_end": .text("00:00")], at: "2025-01-06T23:00")
    defer { machine.platform.end() }
    try machine.platform.callbacksCome(.late(by: .minutes(3)))
    try machine.play(60)
    try machine.platform.advance(by: .minutes(10))
    #expect(try machine.state().usage.days.isEmpty)
    #expect(try !machine.isShielded)
    try machine.platform.callbacksCome(.none)
    try machine.play(60)
    #expect(try machine.isShielded)
  }

  @Test(
    "a day of 23 or 25 hours is one day, and ends at the family's midnight",
    arguments: ["2025-03-30", "2025-10-26"])
  func summerTime(day: String) throws {
    let machine = try machine(
      ["allowed_start": .text("00:00"), "allowed_end": .text("00:00")], at: "\(day)T00:00")
    defer { machine.platform.end() }
    try machine.play(30)
    try machine.platform.advance(to: "\(day)T12:00")
    try machine.play(29)
    #expect(try !machine.isShielded)
    try machine.play(1)
    #expect(try machine.isShielded)
    try machine.platform.advance(to: "\(day)T23:59")
    #expect(try machine.isShielded)
    try machine.platform.advance(by: .minutes(1))
    #expect(try !machine.isShielded)
    try machine.play(60)
    #expect(try machine.isShielded)
  }
}
