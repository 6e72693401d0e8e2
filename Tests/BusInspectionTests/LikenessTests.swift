import Bus
import BusInspection
import CompactJSON
import Testing

@Suite("Answers, compared")
struct LikenessTests {
  private let fields: [Field] = [
    .field("id", .text, "An id.").drawn,
    .field("name", .text, "A name."),
    .optional("pid", .integer, "A process.").drawn,
    .optional("faults", .list(.text), "Faults.").ofMachine,
    .optional("parts", .list(.object([.field("of", .text, "Whose.")])), "Parts."),
  ]

  private func differences(
    _ once: String, _ now: String, _ likeness: inout Likeness
  ) throws -> [String] {
    try likeness.differences(fields, once: JSON(parsing: once), now: JSON(parsing: now)).map {
      "\($0.path): \($0.once?.compact ?? "nothing") → \($0.now?.compact ?? "nothing")"
    }
  }

  @Test(
    "what must differ may, and nothing else",
    arguments: [
      (#"{"id":"a1","name":"x"}"#, #"{"id":"b2","name":"x"}"#, []),
      (#"{"id":"a1","name":"x","pid":1}"#, #"{"id":"a1","name":"x","pid":2}"#, []),
      (#"{"id":"a1","name":"x","faults":["f"]}"#, #"{"id":"a1","name":"x"}"#, []),
      (#"{"id":"a1","name":"x"}"#, #"{"id":"a1","name":"y"}"#, [#"name: "x" → "y""#]),
      (#"{"id":"a1","name":"x"}"#, #"{"id":"a1"}"#, [#"name: "x" → nothing"#]),
      (#"{"id":"a1","name":"x","new":1}"#, #"{"id":"a1","name":"x"}"#, ["new: 1 → nothing"]),
      (
        #"{"id":"a1","name":"x","parts":[{"of":"p"}]}"#,
        #"{"id":"a1","name":"x","parts":[{"of":"q"}]}"#, [#"parts[0].of: "p" → "q""#]
      ),
      (
        #"{"id":"a1","name":"x","parts":[]}"#, #"{"id":"a1","name":"x","parts":[{"of":"q"}]}"#,
        [#"parts: [] → [{"of":"q"}]"#]
      ),
    ])
  func comparison(_ once: String, _ now: String, _ wanted: [String]) throws {
    var likeness = Likeness()
    #expect(try differences(once, now, &likeness) == wanted)
  }

  @Test("an id stands for its own from then on, in answers, sentences and requests")
  func ids() throws {
    var likeness = Likeness()
    #expect(
      try differences(#"{"id":"a1a1","name":"x"}"#, #"{"id":"b2b2","name":"x"}"#, &likeness) == [])
    #expect(
      try differences(
        #"{"id":"a1a1","name":"rule a1a1 blocks"}"#, #"{"id":"b2b2","name":"rule b2b2 blocks"}"#,
        &likeness) == [])
    #expect(
      try differences(#"{"id":"a1a1","name":"x"}"#, #"{"id":"c3c3","name":"x"}"#, &likeness)
        == [#"id: "a1a1" → "c3c3""#])
    #expect(
      likeness.translated(.object(["rule": .text("a1a1"), "n": .integer(1)]))
        == .object(["rule": .text("b2b2"), "n": .integer(1)]))
  }

  @Test("a refusal where there was a reply is a difference of the whole answer")
  func refusal() throws {
    let recording = Recording(
      head: Seen.head, messages: Seen.exchange("rule.list", 2, reply: "{\"rules\":[]}"))
    guard case .ask(let question)? = try ReplayPlan(recording).steps.last else {
      Issue.record("there is no request")
      return
    }
    var likeness = Likeness()
    let refusal = JSON.object(["code": .text("damaged"), "message": .text("it is damaged")])
    let comparison = AnswerComparison(question, answered: .refusal(refusal), &likeness)
    #expect(
      comparison.text(Ink(isColoured: false)) == """
        rule.list  a00000/2  of app  at 2025-01-06T09:00:00Z
          at the whole answer
          - {"rules":[]}
          + {"code":"damaged","message":"it is damaged"}
        """)
    let same = AnswerComparison(
      question, answered: .reply(.object(["rules": .list([])])), &likeness)
    #expect(same.differences.isEmpty)
  }
}
