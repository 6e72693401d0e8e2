import Bus
import CompactJSON
import Testing

@Suite("The shapes of bodies")
struct ShapeTests {
  private let shape = Shape.object([
    .field("name", .text, "A name."),
    .optional("count", .integer, "A number."),
    .optional("kind", .choice(["a", "b"]), "A kind."),
    .optional("parts", .list(.object([.field("on", .boolean, "Whether.")])), "Parts."),
    .optional("by", .map(.integer), "Numbers by name."),
    .optional("who", .nullable(.text), "Somebody or nobody."),
    .optional(
      "what",
      .either([
        .object([.field("app", .text, "An app.")]), .object([.field("site", .text, "A site.")]),
      ]), "One of two."),
  ])

  @Test(
    "a body that fits has no problems",
    arguments: [
      #"{"name":"x"}"#,
      #"{"name":"x","count":3,"kind":"b","parts":[{"on":true}],"by":{"y":1},"who":null}"#,
      #"{"name":"x","what":{"site":"example.org"}}"#,
      #"{"name":"x","count":null}"#,
    ])
  func fitting(_ body: String) throws {
    #expect(shape.problems(of: try JSON(parsing: body)) == [])
  }

  @Test(
    "what is wrong is said with its place",
    arguments: [
      (#"[]"#, "the body is a list, and should be: object"),
      (#"{}"#, #""name" is missing"#),
      (#"{"name":7}"#, #""name" is a number, and should be: text"#),
      (
        #"{"name":"x","count":1.5}"#, #""count" is a number with a fraction, and should be: number"#
      ),
      (#"{"name":"x","kind":"c"}"#, #""kind" is "c", which is none of "a", "b""#),
      (#"{"name":"x","parts":[{"on":true},{}]}"#, #""parts[1].on" is missing"#),
      (#"{"name":"x","by":{"y":"z"}}"#, #""by.y" is a text, and should be: number"#),
      (#"{"name":"x","what":{"app":1}}"#, #""what.app" is a number, and should be: text"#),
      (
        #"{"name":"x","what":{"app":"a"},"nmae":1}"#,
        #""nmae" is unknown: its fields are name, count, kind, parts, by, who, what"#
      ),
    ])
  func wrong(_ body: String, _ sentence: String) throws {
    #expect(shape.problems(of: try JSON(parsing: body)).map(\.sentence) == [sentence])
  }

  @Test("a body's fields are told with their places, those of what is in them behind them")
  func rows() {
    guard case .object(let fields) = shape else { return }
    #expect(
      FieldRow.rows(fields).map(\.path) == [
        "name", "count", "kind", "parts", "parts[].on", "by", "who", "what", "what.app",
        "what.site",
      ])
    #expect(
      FieldRow.rows(fields).map(\.type) == [
        "text", "number", "\"a\" or \"b\"", "list of object", "boolean", "number by name",
        "text or null", "object", "text", "text",
      ])
  }

  @Test(
    "any JSON is read and written again as it is",
    arguments: [
      #"{"a":[1,-2,1.5,true,false,null,"x"],"b":{}}"#, "[]", #""é\"\\""#, "12345678901234",
    ])
  func json(_ text: String) throws {
    #expect(try JSON(parsing: text).compact == text)
    #expect(try CompactJSON.decode(JSON.self, from: Array(text.utf8)) == JSON(parsing: text))
  }

  @Test(
    "a message's reference is read as it is written, and nothing else is",
    arguments: [
      ("00f9a1c2d4e5f607/17", true), ("00f9a1c2d4e5f607/0", false), ("00f9a1c2d4e5f60/1", false),
      ("00f9a1c2d4e5f607", false), ("00F9A1C2D4E5F607/1", false), ("/1", false), ("", false),
    ])
  func references(_ text: String, _ isOne: Bool) {
    #expect(MessageReference(text).map { "\($0)" } == (isOne ? text : nil))
  }
}
