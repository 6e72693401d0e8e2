import Bus
import CivilTime
import EventLoop
import Foundation
import OpenAppLock
import OpenAppLockProtocol
import OpenAppLockRules
import OpenAppLockShared
import ScreenTimeModel
import ScreenTimeProtocol
import TestSupport
import Testing

@Suite("While something is missing")
struct AbsenceTests {
  @Test(
    "without a platform changes are stored, said not to be enforced, and enforced when it comes")
  func stored() throws {
    let fixture = try AppFixture("2025-01-06T10:00", platform: false)
    let list = try fixture.addList("games", "org.test.Chess")
    #expect(list.notEnforced?.contains("screentimed") == true)
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    #expect(fixture.refusal(of: AppStatus()) == "unavailable")
    try fixture.startPlatform()
    try fixture.wait("the shield") { (try? fixture.shielded()) == ["org.test.Chess"] }
  }

  @Test("a platform that ends and comes back finds its rules enforced again")
  func comeback() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("games", "org.test.Chess")
    try fixture.stopPlatform()
    let answer = try fixture.ask(RuleAdd(preset: "Deep Work", input: RuleInput()))
    #expect(answer.notEnforced != nil)
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    try fixture.startPlatform()
    try fixture.wait("the shield") { (try? fixture.shielded()) == ["org.test.Chess"] }
  }

  @Test("a damaged rules' file without a copy: refused changes, and every shield stays")
  func damaged() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("games", "org.test.Chess")
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    fixture.stopApp()
    for file in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: fixture.layout.database + file)
    }
    try FileManager.default.removeItem(atPath: fixture.layout.backup)
    try Data("no database".utf8).write(to: URL(filePath: fixture.layout.database))
    try fixture.startApp()
    #expect(fixture.refusal(of: RuleRemove(rule: "focus")) == "damaged")
    #expect(fixture.refusal(of: ListAdd(input: ListInput(name: "x"))) == "damaged")
    #expect(try fixture.ask(RuleList()).rules.map(\.name) == ["focus"])
    try fixture.pass(.seconds(60))
    #expect(try fixture.shielded() == ["org.test.Chess"])
    let status = try fixture.ask(AppStatus())
    #expect(status.blocking.map(\.name) == ["focus"])
    #expect(status.faults.contains { $0.code == "damaged" })
  }

  @Test("a damaged rules' file with its copy: healed, said, and nothing lost")
  func healed() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("games", "org.test.Chess")
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    fixture.stopApp()
    for file in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: fixture.layout.database + file)
    }
    try Data("no database".utf8).write(to: URL(filePath: fixture.layout.database))
    try fixture.startApp()
    #expect(try fixture.ask(RuleList()).rules.map(\.list) == ["games"])
    #expect(try fixture.shielded() == ["org.test.Chess"])
    #expect(try fixture.ask(AppStatus()).faults.contains { $0.code == "damaged" })
    try fixture.ask(RuleRemove(rule: "focus"))
    #expect(try fixture.shielded() == [])
  }

  @Test("damaged snapshots are written anew from the rules")
  func snapshots() throws {
    let fixture = try AppFixture("2025-01-06T10:00")
    try fixture.addList("games", "org.test.Chess")
    try fixture.addSchedule("focus", "09:00", "17:00", list: "games")
    let path = fixture.layout.group + "/snapshots.json"
    let bytes = try Data(contentsOf: URL(filePath: path))
    try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
    try fixture.pass(.seconds(30))
    #expect(try fixture.shielded() == ["org.test.Chess"])
    #expect(try GroupStores(at: fixture.layout.group).snapshots.read().fault == nil)
    #expect(try fixture.ask(AppStatus()).faults.contains { $0.code == "damaged" })
  }

  @Test("a second app on the same state is refused a folder that is open to others")
  func looseFolder() throws {
    let fixture = try AppFixture(platform: false)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: fixture.layout.state)
    #expect(throws: StateFolder.Refusal.self) { try StateFolder.prepare(fixture.layout) }
  }

  @Test("a lock names the process that holds it")
  func lock() throws {
    let fixture = try AppFixture(platform: false)
    let first = try InstanceLock(at: fixture.layout.upLock)
    #expect(throws: InstanceLockError.held(by: getpid())) {
      _ = try InstanceLock(at: fixture.layout.upLock)
    }
    _ = consume first
    // A program that another test starts holds all that is open here until its own start.
    let isFree = poll(within: .seconds(30)) {
      do {
        _ = try InstanceLock(at: fixture.layout.upLock)
        return true
      } catch {
        return false
      }
    }
    #expect(isFree)
  }
}
