import Foundation
import OpenAppLockProtocol
import TestSupport
import Testing

@Suite("A state directory of the first version")
struct FirstLayoutTests {
  /// The rules' file that the tests of the storage keep.
  private static let kept = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "OpenAppLockTests/Fixtures/first-schema.sqlite")

  @Test("its rules come with lists that they share, are enforced, and come again after a restart")
  func comesWithLists() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let installation = try Installation(in: scratch)
    try FileManager.default.copyItem(
      atPath: Self.kept.path, toPath: installation.state + "/app.sqlite")
    let options = [
      "--enforce", "none", "--clock", "virtual", "--start", "2025-01-06T09:00", "--zone",
      "Europe/Berlin",
    ]
    try installation.start(options)
    let lists = [
      "In the Zone 2 Apps", "In the Zone Apps", "Morning Focus Apps", "Two lines Apps",
    ]
    let reports: [ListReport] = try installation.json("list", "ls")
    #expect(reports.map(\.name) == lists)
    #expect(reports[2].rules == ["Lights Out", "Morning Focus"])
    #expect(try installation.blocking() == ["Morning Focus"])
    #expect(
      try installation.refusal(of: "list", "rm", "Morning Focus Apps").code == "listInUse")
    let before = try installation.rules()
    #expect(before.count == 7)
    #expect(try installation.stop(within: .seconds(30)) == 0)
    try installation.start(options)
    #expect(try installation.rules().map(\.id) == before.map(\.id))
    let again: [ListReport] = try installation.json("list", "ls")
    #expect(again == reports)
    #expect(
      FileManager.default.fileExists(atPath: installation.state + "/app.sqlite.before-1"))
  }
}
