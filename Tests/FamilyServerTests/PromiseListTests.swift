import Foundation
import Testing

@Suite("The list of promises")
struct PromiseListTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test("each has a test that is there, and no two have the same")
  func list() throws {
    let text = try String(
      contentsOf: Self.root.appending(path: "docs/family-promises.md"), encoding: .utf8)
    var held: Set<String> = []
    for line in text.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst()
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count >= 2, cells[1].hasPrefix("`") else { continue }
      let words = cells[1].split(separator: "`", maxSplits: 1)
      let title = words[1].drop { ": ".contains($0) }
      let file = Self.root.appending(path: "Tests/\(words[0]).swift")
      let source = try String(contentsOf: file, encoding: .utf8)
      #expect(source.contains("\"\(title)\""), "\(words[0]) has no test \"\(title)\"")
      #expect(held.insert(cells[1]).inserted, "\(title) holds two promises")
    }
    #expect(held.count > 40)
  }
}
