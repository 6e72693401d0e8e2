import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("Damaged documents")
struct DamageTests {
  /// Ways in which a good document of one line goes bad.
  static let damages: [(String, @Sendable (String) -> String)] = [
    ("emptied", { _ in "" }),
    ("cut short", { String($0.dropLast(5)) }),
    ("overwritten with noise", { _ in "\u{1}\u{2}not json" }),
    ("another JSON object", { _ in #"{"content":{"text":"x"}}"# }),
    ("its content changed", { $0.replacing("two", with: "twa") }),
    ("its checksum changed", { $0.replacing(#""checksum":""#, with: #""checksum":"0"#) }),
    (
      "its end overwritten with zeros",
      { String($0.dropLast(20)) + String(repeating: "\0", count: 20) }
    ),
    ("its version gone", { $0.replacing("\"schemaVersion\":1", with: "\"schemaVersion\":") }),
    ("its version zero", { $0.replacing("\"schemaVersion\":1", with: "\"schemaVersion\":0") }),
    ("too large", { _ in String(repeating: "x", count: 20_000) }),
  ]

  @Test("the version before a damaged one is used, and the next write heals it", arguments: 0..<10)
  func healing(number: Int) throws {
    let (kind, damage) = Self.damages[number]
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    try group.replace(Note.document, with: Note(text: "one"))
    try group.replace(Note.document, with: Note(text: "two"))
    let bad = damage(try scratch.text("note.json"))
    try scratch.write(bad, to: "group/note.json")

    guard case .damaged(let reason, let previous) = try group.read(Note.document) else {
      Issue.record("\(kind): not noticed")
      return
    }
    #expect(!reason.isEmpty)
    #expect(previous == Note(text: "one"), "\(kind)")
    #expect(try scratch.text("note.json") == bad, "reading changes nothing")

    let updated = try group.update(Note.document, default: Note(text: "none")) { $0.text += "!" }
    #expect(updated.healed?.contains("note.damaged-1.json") == true)
    #expect(updated.healed?.contains(reason) == true)
    #expect(try group.read(Note.document) == .read(Note(text: "one!")), "\(kind)")
    #expect(try scratch.text("note.damaged-1.json") == bad)
    #expect(try scratch.text("note.previous.json").contains("one"))
  }

  @Test("what is secured survives the damage of the document")
  func secured() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    try group.secure(Note.document)
    #expect(try group.read(Note.document) == .missing)
    try group.replace(Note.document, with: Note(text: "one"))
    try group.replace(Note.document, with: Note(text: "two"))
    try group.secure(Note.document)
    try scratch.write("cut", to: "group/note.json")
    guard case .damaged(_, let previous) = try group.read(Note.document) else {
      Issue.record("not noticed")
      return
    }
    #expect(previous == Note(text: "two"))
    // What is damaged is no version to keep.
    try group.secure(Note.document)
    let updated = try group.update(Note.document, default: Note(text: "none")) { $0.text += "!" }
    #expect(updated.healed != nil)
    #expect(try group.read(Note.document) == .read(Note(text: "two!")))
  }

  @Test("cut short anywhere, a document is damaged")
  func truncation() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    try group.replace(Note.document, with: Note(text: "one"))
    let whole = try scratch.text("note.json")
    // The last line feed alone is no loss.
    for length in 0..<whole.count - 1 {
      try scratch.write(String(whole.prefix(length)), to: "group/note.json")
      guard case .damaged = try group.read(Note.document) else {
        Issue.record("\(length) bytes are taken for a document")
        return
      }
    }
  }

  @Test("without a version before, a damaged document begins anew and says so")
  func nothingBefore() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    try scratch.write("noise", to: "group/note.json")
    #expect(
      try group.read(Note.document)
        == .damaged(reason: "it is cut short or not a document", previous: nil))
    let updated = try group.update(Note.document, default: Note(text: "new")) { _ in }
    #expect(updated.wasWritten)
    #expect(updated.healed?.contains("begins anew") == true)
    #expect(try group.read(Note.document) == .read(Note(text: "new")))
  }

  @Test("a content of another shape is damage that says where")
  func otherShape() throws {
    struct Other: Codable, Sendable {
      var text: [Int]
    }
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    try group.replace(DocumentName<Other>("note"), with: Other(text: [1]))
    guard case .damaged(let reason, nil) = try group.read(Note.document) else {
      Issue.record("not noticed")
      return
    }
    #expect(reason.contains("at text:"))
  }

  @Test("damage upon damage is kept under numbers of its own, but not without end")
  func many() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    for number in 1...25 {
      try scratch.write("noise \(number)", to: "group/note.json")
      _ = try group.update(Note.document, default: Note(text: "new")) { _ in }
    }
    let kept = try scratch.documents().filter { $0.contains("damaged") }
    #expect(kept.count == 20)
    #expect(try scratch.text("note.damaged-20.json") == "noise 20")
    #expect(try group.read(Note.document) == .read(Note(text: "new")))
  }

  @Test(
    "a newer version's document is left alone",
    arguments: [
      #"{"checksum":"00000000","content":{"text":"x"},"schemaVersion":2}"#,
      #"{"schemaVersion":3,"layout":"another"}"#,
    ])
  func newer(text: String) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    try scratch.write(text, to: "group/note.json")
    guard case .newer(let version) = try group.read(Note.document) else {
      Issue.record("not noticed")
      return
    }
    #expect(version >= 2)
    let update = groupError {
      _ = try group.update(Note.document, default: Note(text: "")) { $0.text = "two" }
    }
    #expect(update?.code == .newerVersion)
    #expect(update?.message.contains("version \(version)") == true)
    #expect(groupError { try group.replace(Note.document, with: Note(text: "")) } != nil)
    #expect(try scratch.text("note.json") == text)
    #expect(try scratch.documents() == ["note.json"])
  }
}
