import CivilTime
import Foundation
import OpenAppLockRules
import OpenAppLockShared
import TestSupport
import Testing

@Suite("The documents of the group")
struct DocumentTests {
  @Test("rules are read by another process as they were written, and written only when they differ")
  func snapshots() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let rules = [
      try rule(1, schedule("09:00", "17:00"), hard: true), try rule(2, budget(45)),
      try rule(3, opens(5), days: .weekends, isEnabled: false),
    ]
    #expect(group.stores.snapshots.known().isEmpty)
    try group.stores.snapshots.write(rules)
    #expect(try group.another().snapshots.read().content == rules)
    let inode = try inode(of: "snapshots.json", group)
    try group.stores.snapshots.write(rules)
    #expect(try inode == self.inode(of: "snapshots.json", group))
    let reader = try group.another()
    #expect(reader.snapshots.known() == rules)
    try group.stores.snapshots.write(Array(rules.prefix(1)))
    #expect(reader.snapshots.known() == Array(rules.prefix(1)))
    #expect(group.stores.takeFaults().isEmpty)
  }

  @Test("damaged rules are replaced by those that were kept beside them until the next good write")
  func damagedSnapshots() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    let first = [try rule(1, schedule("09:00", "17:00"))]
    let second = first + [try rule(2, budget(45))]
    try group.stores.snapshots.write(first)
    try group.stores.snapshots.write(second)
    try group.damage("snapshots.json")
    let found = group.stores.snapshots.read()
    #expect(found.content == second)
    #expect(found.fault?.code == "damaged")
    #expect(group.stores.takeFaults().map(\.code) == ["damaged"])
    try group.stores.snapshots.write(second)
    #expect(group.stores.snapshots.read().content == second)
    #expect(group.stores.snapshots.read().isCertain)
    #expect(try group.scratch.names().contains("snapshots.damaged-1.json"))
  }

  @Test(
    "uninstall protection is off until somebody turns it on, and unknown when nothing is readable")
  func settings() throws {
    let group = try TestGroup()
    defer { group.scratch.cleanUp() }
    #expect(try !group.stores.settings.uninstallProtection())
    try group.stores.settings.setUninstallProtection(true)
    #expect(try group.another().settings.uninstallProtection())
    try group.damage("settings.json")
    #expect(try group.stores.settings.uninstallProtection())
    try group.damage("settings.previous.json")
    #expect(throws: GroupFault.self) { try group.stores.settings.uninstallProtection() }
  }

  private func inode(of name: String, _ group: TestGroup) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: group.scratch.file(name))
    return try #require(attributes[.systemFileNumber] as? Int)
  }
}
