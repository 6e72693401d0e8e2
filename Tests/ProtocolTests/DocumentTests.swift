import Bus
import Foundation
import OpenAppLockProtocol
import ScreenTimeProtocol
import Testing

/// The part of the protocol document that lists the messages is made from the registries.
///
/// `OPENAPPLOCK_RECORD=1` writes it anew instead of comparing.
@Suite("The protocol document")
struct DocumentTests {
  private static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs/protocol.md")
  private static let opening = "<!-- messages -->\n"
  private static let closing = "<!-- /messages -->"

  @Test("lists every message just as the services know it")
  func messages() throws {
    var text = try String(contentsOf: Self.file, encoding: .utf8)
    let start = try #require(text.range(of: Self.opening)).upperBound
    let end = try #require(text.range(of: Self.closing)).lowerBound
    let wanted = try Self.catalogue()
    if GoldenFolder.isRecording {
      text.replaceSubrange(start..<end, with: wanted)
      try Data(text.utf8).write(to: Self.file)
    } else {
      #expect(text[start..<end] == wanted)
    }
  }

  private static func catalogue() throws -> String {
    let bus = try MessageCatalogue(MessageRegistry([]))
    let platform = try MessageCatalogue(ScreenTimeMessages.registry()).without(bus)
    let app = try MessageCatalogue(OpenAppLockMessages.registry()).without(bus)
    return [
      "### Every service\n\n" + bus.markdown,
      "### `screentimed`\n\n" + platform.markdown,
      "### `openapplock serve`\n\n" + app.markdown,
    ].joined(separator: "\n")
  }
}
