import AppGroup
import TestSupport
import Testing

@Suite("Documents of which somebody keeps what he knows")
struct KnownDocumentTests {
  @Test("a change goes on from what another process wrote meanwhile, not from what was known")
  func anotherWriter() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let (group, another) = (try scratch.makeGroup(), try scratch.makeGroup())
    var known: KnownDocument<Note>?
    for round in 1...3 {
      _ = try group.update(Note.document, default: Note(text: ""), knowing: &known) {
        $0.text += "a"
      }
      #expect(known?.content.text == String(repeating: "ab", count: round - 1) + "a")
      #expect(known?.stamp == group.stamp(of: Note.document))
      _ = try another.update(Note.document, default: Note(text: "")) { $0.text += "b" }
      #expect(known?.stamp != group.stamp(of: Note.document))
    }
    #expect(try group.read(Note.document) == .read(Note(text: "ababab")))
  }

  @Test("what is known is what the document says, whether or not it had to be written")
  func unchanged() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    var known: KnownDocument<Note>?
    for (text, isWritten) in [("one", true), ("one", false), ("two", true), ("two", false)] {
      let updated = try group.update(
        Note.document, default: Note(text: ""), knowing: &known
      ) { $0.text = text }
      #expect(updated.wasWritten == isWritten)
      #expect(known?.content == Note(text: text))
      #expect(known?.stamp == group.stamp(of: Note.document))
    }
  }

  @Test("a document that was damaged meanwhile is healed from the version before it")
  func damaged() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    var known: KnownDocument<Note>?
    for text in ["one", "two"] {
      _ = try group.update(Note.document, default: Note(text: ""), knowing: &known) {
        $0.text = text
      }
    }
    try scratch.write("{", to: "group/note.json")
    let updated = try group.update(
      Note.document, default: Note(text: ""), knowing: &known
    ) { $0.text += "+" }
    #expect(updated.healed != nil)
    #expect(known?.content == Note(text: "one+"))
  }

  @Test("after a change that failed nothing is known")
  func failed() throws {
    struct Refused: Error {}
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    var known: KnownDocument<Note>?
    _ = try group.update(Note.document, default: Note(text: "one"), knowing: &known) { _ in }
    #expect(known != nil)
    let error = groupError {
      _ = try group.update(Note.document, default: Note(text: ""), knowing: &known) { _ in
        throw Refused()
      }
    }
    #expect(error?.code == .changeFailed)
    #expect(known == nil)
    #expect(try group.read(Note.document) == .read(Note(text: "one")))
  }

  @Test("who has written a document himself replaces it unseen, and looks when it is another's")
  func replaced() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    let newer = DocumentName<Note>("note", schemaVersion: 2)
    var written: DocumentStamp?
    for text in ["one", "two"] {
      try group.replace(Note.document, with: Note(text: text), after: &written)
      #expect(written == group.stamp(of: Note.document))
    }
    #expect(try scratch.text("note.previous.json").contains("one"))
    try group.replace(newer, with: Note(text: "three"))
    let error = groupError {
      try group.replace(Note.document, with: Note(text: "four"), after: &written)
    }
    #expect(error?.code == .newerVersion)
    #expect(try group.read(newer) == .read(Note(text: "three")))
  }
}
