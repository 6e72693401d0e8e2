import Foundation
import OpenAppLockRules
import TestSupport
import Testing

@testable import OpenAppLock

@Suite("Damage to the rules' file")
struct RuleStorageTests {
  private let focus: StoredRule
  private let late: StoredRule

  init() throws {
    focus = try .named("Focus", number: 1)
    late = try .named("Late", number: 2)
  }

  /// An instance with two rules that were stored and copied.
  private func instance(_ scratch: Scratch) throws -> StateLayout {
    let layout = StateLayout(state: scratch.path)
    let storage = RuleStorage(of: layout, known: [])
    try storage.change { repository throws(StorageError) in
      try repository.insert(focus)
      try repository.insert(late)
    }
    return layout
  }

  private func damage(_ path: String) throws {
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes.replaceSubrange(0..<2048, with: repeatElement(0xA5, count: 2048))
    try bytes.write(to: URL(filePath: path))
    for companion in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + companion)
    }
  }

  private func refusal(_ storage: RuleStorage) -> StorageError? {
    if case .refusing(let error) = storage.state { error } else { nil }
  }

  @Test("a damaged file is set aside, and the copy of the last change takes its place")
  func healing() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let layout = try instance(scratch)
    try damage(layout.database)
    let storage = RuleStorage(of: layout, known: [focus.id, late.id])
    #expect(try storage.repository().rules() == [focus, late])
    #expect(storage.healed.count == 1)
    #expect(FileManager.default.fileExists(atPath: layout.database + ".damaged-1"))
  }

  @Test(
    "a file that is cut off or emptied is healed from the copy too", arguments: [0, 100, 5000])
  func truncated(length: Int) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let layout = try instance(scratch)
    let bytes = try Data(contentsOf: URL(filePath: layout.database))
    try bytes.prefix(length).write(to: URL(filePath: layout.database))
    let storage = RuleStorage(of: layout, known: [focus.id, late.id])
    #expect(try storage.repository().rules() == [focus, late])
  }

  @Test("a file that vanished is no fresh start: the copy takes its place")
  func vanished() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let layout = try instance(scratch)
    try FileManager.default.removeItem(atPath: layout.database)
    let storage = RuleStorage(of: layout, known: [focus.id])
    #expect(try storage.repository().rules() == [focus, late])
  }

  @Test("without a copy a damaged file is refused and not touched")
  func noCopy() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let layout = try instance(scratch)
    try FileManager.default.removeItem(atPath: layout.backup)
    try damage(layout.database)
    let before = try Data(contentsOf: URL(filePath: layout.database))
    let storage = RuleStorage(of: layout, known: [focus.id, late.id])
    #expect(refusal(storage)?.code == .damaged)
    #expect(throws: StorageError.self) {
      try storage.change { repository throws(StorageError) in try repository.remove(focus.id) }
    }
    #expect(try Data(contentsOf: URL(filePath: layout.database)) == before)
  }

  @Test("a copy that lacks a rule which is in force is not used, so that no rule is lost")
  func staleCopy() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let layout = try instance(scratch)
    try damage(layout.database)
    let newer = try RuleID.number(3)
    let storage = RuleStorage(of: layout, known: [focus.id, late.id, newer])
    #expect(refusal(storage)?.code == .damaged)
    #expect(try scratch.names().filter { $0.contains("restoring") } == [])
  }

  @Test("a damaged copy is not used either")
  func damagedCopy() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let layout = try instance(scratch)
    try damage(layout.database)
    try damage(layout.backup)
    #expect(refusal(RuleStorage(of: layout, known: []))?.code == .damaged)
  }

  @Test("no file, no copy, and rules in force: refused rather than begun anew")
  func allGone() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let layout = StateLayout(state: scratch.path)
    #expect(refusal(RuleStorage(of: layout, known: [focus.id]))?.code == .damaged)
    #expect(!FileManager.default.fileExists(atPath: layout.database))
  }

  @Test("a file of a newer program is refused, and the copy of an older one doesn't replace it")
  func newer() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let layout = try instance(scratch)
    let next =
      Migration.all + [
        Migration(name: "tomorrow's", sql: "CREATE TABLE tomorrow (x INTEGER) STRICT")
      ]
    do { _ = try RuleRepository(at: layout.database, migrations: next) }
    #expect(refusal(RuleStorage(of: layout, known: [focus.id]))?.code == .newer)
    #expect(try RuleRepository(at: layout.database, migrations: next).rules() == [focus, late])
  }

  @Test("a file that is a link is refused")
  func link() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let layout = StateLayout(state: scratch.path)
    try FileManager.default.createSymbolicLink(
      atPath: layout.database, withDestinationPath: scratch.file("elsewhere"))
    #expect(refusal(RuleStorage(of: layout, known: []))?.code == .inaccessible)
    #expect(!FileManager.default.fileExists(atPath: scratch.file("elsewhere")))
  }

  @Test("after each change the copy holds what the file holds")
  func copyFollows() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let layout = try instance(scratch)
    let storage = RuleStorage(of: layout, known: [])
    try storage.change { repository throws(StorageError) in try repository.remove(late.id) }
    #expect(storage.backupFailure == nil)
    let copied = scratch.file("look.sqlite")
    try FileManager.default.copyItem(atPath: layout.backup, toPath: copied)
    #expect(try RuleRepository(at: copied).rules() == [focus])
  }
}
