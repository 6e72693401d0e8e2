import CompactJSON
import FamilyShared
import Foundation
import Glibc
import PolicyCore
import ScreenTimeTesting
import TestSupport
import Testing

@Suite("A child's machine in trouble")
struct TroubleTests {
  @Test("killed between any two writes of a sync, it is never open without somebody who watches")
  func killed() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    try house.play(58)
    var limit = 60
    var write = 1
    while try killed(house, beforeWrite: write, limit: limit) {
      try house.platform.settle()
      try house.play(3)
      #expect(try house.isShielded, "write \(write): nobody watched")
      // Whatever was left undone is done by the next one.
      limit = Int(try house.platform.use(of: house.app) / .seconds(60)) + 2
      try house.setLimit(limit)
      #expect(try house.device("sync").status == 0, "write \(write)")
      let (status, known) = (try house.device("status").out, try house.known())
      #expect(try !house.isShielded, "write \(write): \(status) \(known)")
      write += 1
    }
    guard write > 1 else { return }
    #expect(write > 10, "a sync that changes the plan writes more than that")
  }

  /// Kills a sync: two minutes are left by the policy that holds, and three by the one that is being taken.
  private func killed(_ house: Household, beforeWrite write: Int, limit: Int) throws -> Bool {
    try house.setLimit(limit + 1)
    do {
      return try house.platform.kill(
        app: try TestSupport.BuiltProgram.path("family-device"),
        [
          "sync", "--state", house.platform.stateDirectory, "--service",
          house.platform.socketPath,
        ], beforeWrite: write)
    } catch let error as TestPlatformError {
      guard error.code == "unsupported" else { throw error }
      Skip.say(error.message)
      return false
    }
  }

  @Test("a full disk gives no time: it is over when it is over, and what was kept stays")
  func fullDisk() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    let group = house.platform.stateDirectory + "/groups/" + FamilyIdentity.appGroup
    let files = try FileManager.default.contentsOfDirectory(atPath: group)
    let copies = try files.map { try Data(contentsOf: URL(filePath: group + "/" + $0)) }
    let disks = try Scratch()
    defer { disks.cleanUp() }
    guard let disk = try TinyDisk(in: disks, on: group, kibibytes: 256) else { return }
    for (name, copy) in zip(files, copies) {
      try copy.write(to: URL(filePath: group + "/" + name))
      _ = unsafe chmod(group + "/" + name, 0o600)
    }
    try disk.fill()
    try house.play(60)
    #expect(try house.isShielded)
    // Whoever looks again and can't write it down either sees the same.
    try house.setPolicy(["daily_limit_minutes": .integer(30)])
    let sync = try house.device("sync")
    #expect(sync.status == 1 && sync.err.contains("No space left"), "\(sync.err)")
    #expect(try house.isShielded)
    let told = try house.seen()[at: "last_status"]
    #expect(told[at: "detail"].asText.contains("No space left"))
    #expect(told[at: "policy_revision"].number == 2, "that is what it enforces")
    try disk.makeRoom()
    #expect(try house.device("sync").status == 0)
    #expect(try house.isShielded)
    #expect(try house.seen()[at: "last_status"][at: "policy_revision"].number == 3)
  }

  @Test("a full disk is found out before a code is used up that comes once")
  func fullDiskAtPairing() throws {
    let house = try Household()
    defer { house.end() }
    let own = house.platform.stateDirectory + "/family"
    #expect(unsafe mkdir(own, 0o700) == 0)
    let disks = try Scratch()
    defer { disks.cleanUp() }
    guard let disk = try TinyDisk(in: disks, on: own, kibibytes: 64) else { return }
    try disk.fill()
    let (_, code) = try house.pairingCode()
    let full = try house.device("pair", "--server", house.relay.origin, "--code", code)
    #expect(full.status == 1 && full.err.contains("No space left"), "\(full.err)")
    #expect(house.relay.calls.isEmpty)
    try disk.makeRoom()
    #expect(
      try house.device("pair", "--server", house.relay.origin, "--code", code).status == 0)
  }

  @Test(
    "thresholds of which nobody was told are found out by whoever looks next",
    arguments: ["UTC", "Pacific/Kiritimati"])
  func lostCallbacks(zone: String) throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    // There it is the next day already; the machine stays in its own zone.
    try house.setPolicy(["timezone": .text(zone)])
    #expect(try house.device("sync").status == 0)
    try house.platform.callbacksCome(.lost)
    try house.play(60)
    #expect(try !house.isShielded, "nobody was told")
    #expect(try house.device("sync").status == 0)
    #expect(try house.isShielded)
    #expect(try house.seen()[at: "last_status"][at: "observed_minutes"].number == 60)
  }

  @Test("damage to what is known gives no time back")
  func damaged() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    try house.play(60)
    #expect(try house.isShielded)
    let group = house.platform.stateDirectory + "/groups/" + FamilyIdentity.appGroup
    // The version before doesn't know that time is up; what shields lets nothing go because of it.
    try damage(group + "/family.json")
    #expect(try house.device("sync").status == 0)
    #expect(try house.isShielded)
    #expect(try house.known().usage.days.map(\.minutes) == [60])
    // And of nothing at all nothing is concluded.
    for name in ["family.json", "family.previous.json"] { try damage(group + "/" + name) }
    let sync = try house.device("sync")
    #expect(sync.status == 1 && sync.err.contains("damaged"), "\(sync.err)")
    #expect(sync.err.contains("hint: what is shielded stays so"))
    #expect(try house.isShielded)
    // A parent says anew what it is about.
    try house.select()
    #expect(try house.isShielded)
    #expect(try house.known().isMonitoring)
    try house.platform.advance(by: .seconds(86_400))
    #expect(try !house.isShielded)
  }

  @Test("several that plan at once don't stop each other's monitors")
  func atOnce() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    for limit in [50, 70] {
      try house.setLimit(limit)
      let program = try TestSupport.BuiltProgram.path("family-device")
      let state = house.platform.stateDirectory
      let all = try (0..<4).map { _ in
        try house.scratch.start(
          program, ["sync", "--state", state, "--service", house.platform.socketPath])
      }
      for process in all { #expect(try process.waitForExit() == 0, "\(process.errors)") }
      let known = try house.known()
      #expect(known.isMonitoring && known.plan?.policy.dailyLimitMinutes == limit)
      #expect(
        try house.platform.activities(of: FamilyIdentity.appGroup)
          == known.plan?.activities.sorted())
      #expect(try !house.isShielded)
    }
  }

  @Test("goes on when the Screen Time service was started anew, and when it lost its plans")
  func serviceStartedAnew() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    let running = try house.scratch.start(
      try TestSupport.BuiltProgram.path("family-device"),
      [
        "run", "--state", house.platform.stateDirectory, "--service",
        house.platform.socketPath, "--every", "10",
      ])
    try running.waitForLine(containing: "running")
    try house.platform.killService()
    try house.setPolicy(["daily_limit_minutes": .integer(45)])
    try house.platform.eventually("it asks the server again, and plans with the new service") {
      try house.known().plan?.policy.dailyLimitMinutes == 45 && house.known().isMonitoring
    }
    try house.play(45)
    #expect(try house.isShielded)
    running.terminate()
    #expect(try running.waitForExit() == 0)
  }

  private func damage(_ path: String) throws {
    let content = try Data(contentsOf: URL(filePath: path))
    try content.prefix(content.count / 2).write(to: URL(filePath: path))
  }
}
