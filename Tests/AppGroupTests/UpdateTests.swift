import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("Documents of an app group")
struct UpdateTests {
  @Test("a document is missing at first, then what was written, and its previous version is kept")
  func lifeOfADocument() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    #expect(try group.read(Note.document) == .missing)
    let first = try group.update(Note.document, default: Note(text: "one")) { _ in 7 }
    #expect(first.result == 7 && first.wasWritten && first.healed == nil)
    #expect(try group.read(Note.document) == .read(Note(text: "one")))
    #expect(try scratch.documents() == ["note.json"])
    _ = try group.update(Note.document, default: Note(text: "")) { $0.text = "two" }
    #expect(try group.read(Note.document) == .read(Note(text: "two")))
    #expect(try scratch.documents() == ["note.json", "note.previous.json"])
    #expect(try scratch.text("note.previous.json").contains(#"{"text":"one"}"#))
  }

  @Test("a document is one line of JSON with sorted keys, a version and a checksum")
  func format() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    try group.replace(Note.document, with: Note(text: "a/b"))
    #expect(
      try scratch.text("note.json")
        == #"{"checksum":"8aa256e5","content":{"text":"a/b"},"schemaVersion":1}"# + "\n")
  }

  @Test("a change that changes nothing writes nothing")
  func unchanged() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    try group.replace(Note.document, with: Note(text: "one"))
    let inode = try fileNumber(scratch.file("group/note.json"))
    let updated = try group.update(Note.document, default: Note(text: "")) { $0.text = "one" }
    #expect(!updated.wasWritten)
    #expect(try fileNumber(scratch.file("group/note.json")) == inode)
  }

  @Test("a change that throws writes nothing and hands its error on")
  func throwing() throws {
    struct Refused: Error {}
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    try group.replace(Note.document, with: Note(text: "one"))
    let error = groupError {
      _ = try group.update(Note.document, default: Note(text: "")) { note in
        note.text = "two"
        throw Refused()
      }
    }
    #expect(error?.code == .changeFailed)
    #expect(error?.underlying is Refused)
    #expect(try group.read(Note.document) == .read(Note(text: "one")))
  }

  @Test("several documents are changed in one step, and a call within a call doesn't wait")
  func nested() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    let copy = group
    try group.withLock {
      _ = try copy.update(Note.document, default: Note(text: "one")) { _ in }
      _ = try group.update(Counter.document, default: Counter()) { counter in
        counter.count = try group.update(Note.document, default: Note(text: "")) { $0.text.count }
          .result
      }
    }
    #expect(try group.read(Counter.document).content?.count == 3)
    try group.withLock(within: .zero) {}
  }

  @Test("a content greater than its limit is refused, and the one before stays")
  func tooLarge() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    try group.replace(Note.document, with: Note(text: "one"))
    let long = String(repeating: "x", count: 10_001)
    let error = groupError {
      _ = try group.update(Note.document, default: Note(text: "")) { $0.text = long }
    }
    #expect(error?.code == .tooLarge)
    #expect(try group.read(Note.document) == .read(Note(text: "one")))
    #expect(try scratch.documents() == ["note.json"])
  }

  @Test("a content that was written in an older shape is read by it")
  func older() throws {
    /// Version 1 had one name; version 2 has several.
    struct Names: Codable, Equatable, Sendable {
      var names: [String]

      init(names: [String]) { self.names = names }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let version = decoder.userInfo[.documentVersion] as? Int
        names =
          version == 1
          ? [try container.decode(String.self, forKey: .names)]
          : try container.decode([String].self, forKey: .names)
      }
    }
    struct OneName: Codable, Sendable {
      var names: String
    }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    try group.replace(DocumentName<OneName>("names"), with: OneName(names: "Ada"))
    let document = DocumentName<Names>("names", schemaVersion: 2)
    #expect(try group.read(document) == .read(Names(names: ["Ada"])))
    _ = try group.update(document, default: Names(names: [])) { $0.names.append("Bob") }
    #expect(try group.read(document) == .read(Names(names: ["Ada", "Bob"])))
    #expect(try scratch.text("names.json").hasSuffix("\"schemaVersion\":2}\n"))
  }

  private func fileNumber(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
  }
}
