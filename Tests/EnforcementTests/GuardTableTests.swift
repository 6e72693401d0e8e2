import ExecGuard
import Testing

@Suite("The table that the guard answers from")
struct GuardTableTests {
  private let shielded = FileIdentity(device: 1, inode: 10)

  private func table() -> GuardTable {
    GuardTable(
      generation: 1, users: UserRanges([1_000...1_000]),
      entries: [GuardEntry(file: shielded, path: "/opt/game")])
  }

  @Test("a supervised user's start of a shielded file is denied")
  func denies() {
    #expect(table().verdict(on: shielded) { 1_000 } == .deny(entry: 0, user: 1_000))
  }

  @Test("anybody else's start of it goes on", arguments: [0, 999, 1_001] as [UInt32])
  func allows(_ user: UInt32) {
    #expect(table().verdict(on: shielded) { user } == .allow)
  }

  @Test("a start by somebody who can't be read is denied")
  func unreadable() {
    #expect(table().verdict(on: shielded) { nil } == .deny(entry: 0, user: nil))
  }

  @Test("a file of another device with the same inode is none of ours, and nobody is looked up")
  func otherDevice() {
    let verdict = table().verdict(on: FileIdentity(device: 2, inode: 10)) {
      Issue.record("the user was asked for")
      return nil
    }
    #expect(verdict == .unknown)
  }

  @Test("an empty table denies nothing")
  func empty() {
    #expect(GuardTable.empty.verdict(on: shielded) { 1_000 } == .unknown)
  }

  @Test(
    "the real user is read, not the effective one",
    arguments: [
      ("Name:\tx\nUid:\t1000\t0\t0\t0\n", 1_000), ("Uid:\t0\t0\t0\t0\n", 0),
      ("Name:\tUid:\nUid:\t4294967295\t1\n", UInt32.max), ("Name:\tx\n", nil), ("Uid:\n", nil),
      ("Uid:\t99999999999\n", nil), ("NUid:\t5\n", nil), ("", nil),
    ] as [(String, UInt32?)])
  func realUser(_ text: String, _ user: UInt32?) {
    #expect(RealUser.parse(text.utf8) == user)
  }
}
