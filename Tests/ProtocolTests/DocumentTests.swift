import Bus
import BusInspection
import Foundation
import OpenAppLockProtocol
import ScreenTimeProtocol
import TestSupport
import Testing

/// The documents that describe the messages are made from the registries.
///
/// `OPENAPPLOCK_RECORD=1` writes them anew instead of comparing.
@Suite("The protocol's documents")
struct DocumentTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs")
  private static let file = folder.appending(path: "protocol.md")
  private static let asyncAPI = folder.appending(path: "asyncapi.yaml")
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

  @Test("describe every message for other tools just as the services know it")
  func asyncAPI() throws {
    let wanted = try AsyncAPI.document()
    if GoldenFolder.isRecording { try Data(wanted.utf8).write(to: Self.asyncAPI) }
    #expect(try String(contentsOf: Self.asyncAPI, encoding: .utf8) == wanted)
  }

  @Test("are valid by the public schema of AsyncAPI, and each example by its message's")
  func validity() throws {
    let pythons = ["/usr/bin/python3", "/usr/local/bin/python3"]
    let python = try pythons.first { python in
      guard FileManager.default.isExecutableFile(atPath: python) else { return false }
      let probe = try runToEnd(python, ["-c", "import jsonschema, yaml"], within: .seconds(60))
      return probe.status == 0
    }
    guard let python else {
      return Skip.say("checking docs/asyncapi.yaml needs python3-jsonschema and python3-yaml")
    }
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let result = try runToEnd(
      python,
      [
        tests.appending(path: "Schemas/validate.py").path, Self.asyncAPI.path,
        tests.appending(path: "Schemas/asyncapi-3.0.0.json").path,
      ], within: .seconds(60))
    #expect(result.status == 0, "\(result.out)\(result.err)")
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
