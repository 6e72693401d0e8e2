import Bus
import CivilTime
import Foundation
import Glibc
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import TestSupport
import Testing

@Suite("Damage, newer versions and full disks")
struct DamageTests {
  @Test("what was shielded stays shielded when the stores are damaged, and the next write heals")
  func damagedStores() throws {
    let fixture = try Fixture()
    let client = fixture.client()
    try client.shield("one", ["org.test.Chess"])
    try client.shield("two", ["org.test.Mines"])
    fixture.service.stop()
    try fixture.truncate("stores")
    try fixture.startAgain()
    #expect(fixture.backend.blocked == ["org.test.Chess", "org.test.Mines"])
    #expect(try fixture.client().status().faults.map(\.code) == ["damaged"])
    try fixture.client().shield("three", ["org.test.Chat"])
    try fixture.restart()
    #expect(
      fixture.backend.blocked == ["org.test.Chat", "org.test.Chess", "org.test.Mines"])
    #expect(try fixture.client().status().faults.isEmpty)
  }

  @Test("without the second copy the version before is used, and the damage is said")
  func previousStores() throws {
    let fixture = try Fixture()
    try fixture.client().shield("one", ["org.test.Chess"])
    try fixture.client().shield("two", ["org.test.Mines"])
    fixture.service.stop()
    try fixture.truncate("stores")
    try FileManager.default.removeItem(atPath: fixture.document("shields"))
    try fixture.startAgain()
    #expect(fixture.backend.blocked == ["org.test.Chess"])
    #expect(try fixture.client().status().faults.map(\.code) == ["damaged"])
  }

  @Test("where the two copies differ both hold, until the store is written again")
  func bothHold() throws {
    let fixture = try Fixture()
    try fixture.client().shield("one", ["org.test.Chess"])
    fixture.service.stop()
    try fixture.startAgain()
    try fixture.client().shield("one", ["org.test.Mines"])
    try fixture.client().shield("other", ["org.test.Chat"])
    // A crash right after the write: the second copy is one behind.
    try fixture.crash { try fixture.truncate("stores") }
    #expect(Set(fixture.backend.blocked).isSuperset(of: ["org.test.Chess", "org.test.Mines"]))
    try fixture.client().shield("one", [])
    #expect(!fixture.backend.blocked.contains("org.test.Mines"))
    #expect(!fixture.backend.blocked.contains("org.test.Chess"))
  }

  @Test("with nothing readable nothing is let go, until a store says what is shielded")
  func nothingReadable() throws {
    let fixture = try Fixture()
    try fixture.client().shield("one", ["org.test.Chess"])
    fixture.service.stop()
    for name in ["stores", "shields"] {
      try fixture.truncate(name)
    }
    try? FileManager.default.removeItem(atPath: fixture.document("stores.previous"))
    try? FileManager.default.removeItem(atPath: fixture.document("shields.previous"))
    try fixture.startAgain()
    // Nothing was applied: an earlier life's frozen processes stay as they are.
    #expect(fixture.backend.states.isEmpty)
    let codes = try fixture.client().status().faults.map(\.code)
    #expect(codes.contains("damaged") && codes.contains("unknownShields"))
    try fixture.client().shield("one", ["org.test.Mines"])
    #expect(fixture.backend.blocked == ["org.test.Mines"])
  }

  @Test("stores of a newer version are left alone, and what was shielded stays shielded")
  func newerStores() throws {
    let fixture = try Fixture()
    try fixture.client().shield("one", ["org.test.Chess"])
    fixture.service.stop()
    let path = fixture.document("stores")
    let newer = try String(contentsOfFile: path, encoding: .utf8)
      .replacing("\"schemaVersion\":1", with: "\"schemaVersion\":99")
    try newer.write(toFile: path, atomically: false, encoding: .utf8)
    try fixture.startAgain()
    #expect(fixture.backend.blocked == ["org.test.Chess"])
    #expect(try fixture.client().status().faults.map(\.code) == ["newer"])
    let error = #expect(throws: BusError.self) { try fixture.client().shield("one", []) }
    #expect(error?.code == .notSaved)
    #expect(fixture.backend.blocked == ["org.test.Chess"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == newer)
  }

  @Test("damaged activities: the version before is monitored, the damage is said")
  func damagedActivities() throws {
    let fixture = try Fixture("2025-01-06T08:00")
    fixture.monitor()
    try fixture.client().monitor("a", "09:00", "17:00")
    fixture.service.stop()
    try fixture.startAgain()
    try fixture.client().monitor("b", "09:00", "17:00")
    fixture.service.stop()
    try fixture.truncate("activities")
    try fixture.startAgain()
    #expect(try fixture.client().ask(ActivityList()).activities["a"] != nil)
    #expect(try fixture.client().status().faults.map(\.code) == ["damaged"])
  }

  @Test("a damaged manifest is a fault, and the others work")
  func damagedManifest() throws {
    let fixture = try Fixture()
    fixture.service.stop()
    let folder = fixture.scratch.file("state/platform/extensions")
    try "{".write(toFile: folder + "/a.json", atomically: false, encoding: .utf8)
    try """
    {"appGroup":"group.test","executable":"/nowhere","extensionPoint":"shield-action",
    "identifier":"dev.test.good"}
    """.write(toFile: folder + "/b.json", atomically: false, encoding: .utf8)
    try """
    {"appGroup":"../../etc","executable":"/nowhere","extensionPoint":"shield-action",
    "identifier":"dev.test.bad"}
    """.write(toFile: folder + "/c.json", atomically: false, encoding: .utf8)
    try fixture.startAgain()
    let status = try fixture.client().status()
    #expect(status.extensions.map(\.manifest.identifier) == ["dev.test.good"])
    #expect(status.faults.map(\.code) == ["manifest", "manifest"])
  }

  @Test("a write that finds the disk full holds where it blocks, not where it opens, and says so")
  func fullDisk() throws {
    guard isRoot else { return Skip.say("a small file system takes root") }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let disk = try scratch.makeFolder("disk")
    guard unsafe mount("tmpfs", disk, "tmpfs", 0, "size=256k,mode=0700") == 0 else {
      return Skip.say("a small file system can't be mounted here")
    }
    scratch.onCleanUp { _ = unsafe umount2(disk, Int32(MNT_DETACH)) }
    let fixture = try Fixture(state: disk + "/state")
    let client = fixture.client()
    try client.shield("one", ["org.test.Chess"])
    try fill(disk)
    let blocked = #expect(throws: BusError.self) {
      try client.shield("two", ["org.test.Mines"])
    }
    #expect(blocked?.code == .notSaved)
    #expect(fixture.backend.blocked == ["org.test.Chess", "org.test.Mines"])
    let opened = #expect(throws: BusError.self) { try client.shield("one", []) }
    #expect(opened?.code == .notSaved)
    #expect(fixture.backend.blocked == ["org.test.Chess", "org.test.Mines"])
    #expect(try client.ask(StoreRead(store: "one")).settings.shieldedApplications != nil)
    let monitored = #expect(throws: BusError.self) { try client.monitor("a", "09:00", "10:00") }
    #expect(monitored?.code == .notSaved)
    #expect(try client.ask(ActivityList()).activities.isEmpty)
    #expect(try client.status().faults.contains { $0.code == "notSaved" })
    _ = unsafe unlink(disk + "/filler")
    try client.shield("two", ["org.test.Mines"])
    try client.shield("one", [])
    #expect(fixture.backend.blocked == ["org.test.Mines"])
    #expect(try !client.status().faults.contains { $0.code == "notSaved" })
    fixture.service.stop()
  }

  private func fill(_ disk: String) throws {
    let filler = unsafe open(disk + "/filler", O_WRONLY | O_CREAT, 0o600)
    defer { close(filler) }
    let zeros = [UInt8](repeating: 0, count: 4096)
    while unsafe write(filler, zeros, zeros.count) > 0 {}
    #expect(errno == ENOSPC)
  }
}
