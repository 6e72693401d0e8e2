import CompactJSON
import Foundation
import Testing

/// A value with everything that messages and documents are made of.
private struct Everything: Codable, Equatable {
  enum Choice: Codable, Equatable {
    case plain
    case loaded(amount: Int, label: String?)
  }

  enum Word: String, Codable {
    case alpha
    case beta
  }

  struct Nested: Codable, Equatable {
    var zeta = 1
    var alpha = "a"
  }

  struct Empty: Codable, Equatable {}

  var text = "plain"
  var empty = Empty()
  var flag = true
  var number = -42
  var small: UInt8 = 255
  var large = UInt64.max
  var smallest = Int64.min
  var fraction = 0.1
  var whole = 5.0
  var tiny = 1e-20
  var missing: String?
  var present: Int? = 7
  var list = ["b", "a"]
  var lists = [[1, 2], []]
  var table = ["z": 1, "a": 2, "Z": 3, "aa": 4]
  var choices: [Choice] = [.plain, .loaded(amount: 3, label: nil), .loaded(amount: 1, label: "x")]
  var word = Word.beta
  var nested = Nested()
  var set: Set<String> = ["only"]
}

private func foundationText(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

private func compactText(_ value: some Encodable) throws -> String {
  String(decoding: try CompactJSON.encode(value), as: UTF8.self)
}

private func read<Value: Decodable>(_ type: Value.Type, _ text: some StringProtocol) throws -> Value
{
  try CompactJSON.decode(type, from: Array(text.utf8))
}

/// Where a decoding error says that something is wrong.
private func place(_ error: any Error) -> String {
  guard let error = error as? DecodingError else { return "\(error)" }
  switch error {
  case .keyNotFound(let key, let context):
    return (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
  case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
    return context.codingPath.map(\.stringValue).joined(separator: ".")
  @unknown default: return "?"
  }
}

@Suite("Compact JSON")
struct CompactJSONTests {
  @Test("values are written as Foundation writes them, byte for byte")
  func writesAsFoundation() throws {
    #expect(try compactText(Everything()) == foundationText(Everything()))
  }

  @Test("what was written is read again as it was")
  func readsWhatItWrote() throws {
    #expect(try read(Everything.self, compactText(Everything())) == Everything())
  }

  @Test("what Foundation wrote is read as it was")
  func readsFoundation() throws {
    #expect(try read(Everything.self, foundationText(Everything())) == Everything())
  }

  @Test(
    "strings survive, and are spelled as Foundation spells them",
    arguments: [
      "", "plain", "quote \" backslash \\ slash /", "tab\t line\n return\r", "\u{0}\u{1F}\u{7F}",
      "\u{8}\u{C}", "grüße", "漢字", "👩‍👩‍👧", "\u{1F600}", "e\u{301}",
    ])
  func strings(_ text: String) throws {
    #expect(try compactText([text]) == foundationText([text]))
    #expect(try read([String].self, compactText([text])) == [text])
    #expect(try read([String: Int].self, compactText([text: 1])) == [text: 1])
  }

  @Test(
    "escapes are resolved",
    arguments: [
      (#"["\u0041\u00e9\u6F22"]"#, "Aé漢"), (#"["\ud83d\ude00!"]"#, "\u{1F600}!"),
      (#"["\/\b\f\n\r\t\"\\"]"#, "/\u{8}\u{C}\n\r\t\"\\"),
    ])
  func escapes(_ text: String, _ meaning: String) throws {
    #expect(try read([String].self, text) == [meaning])
  }

  @Test(
    "what is not JSON is refused",
    arguments: [
      "", " ", "{", "[", "[1", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}",
      "[1] x",
      "[01]", "[+1]", "[.5]", "[1.]", "[1e]", "[-]", "[tru]", "[nul", "[\"a]", "[\"\\x\"]",
      "[\"\\u12\"]", "[\"\\ud83d\"]", "[\"\\ude00\"]", "[\"\\ud83d\\u0041\"]", "[\"\t\"]", "NaN",
      "'a'", "[1 2]", "{\"a\" 1}", "\u{FEFF}[1]",
    ])
  func refusesWhatIsNotJSON(_ text: String) {
    #expect(throws: DecodingError.self) { try read([Int].self, text) }
    #expect(throws: DecodingError.self) { try read([String].self, text) }
    #expect(throws: DecodingError.self) { try read([String: Int].self, text) }
  }

  @Test("bytes that are not UTF-8 are refused inside strings and outside")
  func refusesOtherEncodings() {
    for bytes: [UInt8] in [[0x5B, 0x22, 0xFF, 0x22, 0x5D], [0xFF], [0x22, 0xC0, 0x80, 0x22]] {
      #expect(throws: DecodingError.self) { try CompactJSON.decode([String].self, from: bytes) }
      #expect(throws: DecodingError.self) { try CompactJSON.decode(String.self, from: bytes) }
    }
  }

  @Test("every beginning of a text is refused, and none hurts")
  func refusesBeginnings() throws {
    let bytes = try CompactJSON.encode(Everything())
    for count in 0..<bytes.count {
      #expect(throws: DecodingError.self) {
        try CompactJSON.decode(Everything.self, from: Array(bytes[..<count]))
      }
    }
  }

  @Test("a text with any one byte replaced is read or refused, and never hurts")
  func survivesDamage() throws {
    let bytes = try CompactJSON.encode(Everything.Nested())
    for position in bytes.indices {
      for byte in UInt8.min...UInt8.max {
        var damaged = bytes
        damaged[position] = byte
        _ = try? CompactJSON.decode(Everything.Nested.self, from: damaged)
      }
    }
  }

  @Test("spaces between values and names that nobody asks for are ignored")
  func ignoresSpacesAndUnknownNames() throws {
    let text =
      " {\n\t\"other\" : [ { } , null , \"\\u00e9\" ] , \"zeta\" : 3 ,\r\"alpha\" : \"b\" } "
    #expect(try read(Everything.Nested.self, text) == Everything.Nested(zeta: 3, alpha: "b"))
  }

  @Test("members are found in any order, and by an escaped name")
  func findsMembersInAnyOrder() throws {
    #expect(
      try read(Everything.Nested.self, #"{"z\u0065ta":3,"alpha":"b"}"#)
        == Everything.Nested(zeta: 3, alpha: "b"))
  }

  @Test("an object that has a name twice is refused")
  func refusesRepeatedNames() {
    #expect(throws: DecodingError.self) {
      try read(Everything.Nested.self, #"{"zeta":3,"alpha":"b","zeta":4}"#)
    }
  }

  @Test(
    "a name is there twice also where the two are spelled differently",
    arguments: [
      #"{"zeta":3,"alpha":"b","z\u0065ta":4}"#, #"{"z\u0065ta":3,"alpha":"b","zeta":4}"#,
      #"{"\u007aeta":3,"alpha":"b","z\u0065ta":4}"#,
      #"{"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"\u0031":0}"#,
    ])
  func refusesRepeatedSpellings(_ text: String) throws {
    #expect(throws: DecodingError.self) { try JSON(parsing: text) }
    #expect(throws: DecodingError.self) { try read(Everything.Nested.self, text) }
  }

  @Test(
    "a value of any kind tells whole numbers apart from those that are written otherwise",
    arguments: [
      ("4", .integer(4)), ("-4", .integer(-4)), ("-0", .integer(0)), ("4.0", .number(4)),
      ("4e0", .number(4)), ("4E0", .number(4)), ("40e-1", .number(4)), ("-4.0", .number(-4)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number(0x1p63)), ("1e400", .number(.infinity)),
    ] as [(String, JSON)])
  func tellsIntegersApart(_ text: String, _ value: JSON) throws {
    #expect(try JSON(parsing: text) == value)
    #expect(try read(JSON.self, text) == value)
    #expect(try JSON(parsing: "[\(text)]") == .list([value]))
  }

  @Test("an object with very many names is read in the time that its size needs")
  func readsManyNames() throws {
    let many = Dictionary(uniqueKeysWithValues: (0..<20_000).map { ("\($0)", $0) })
    let text = try compactText(many)
    #expect(try read([String: Int].self, text) == many)
    #expect(throws: DecodingError.self) {
      try read([String: Int].self, text.dropLast() + #","77":0}"#)
    }
  }

  @Test("nesting is read to the limit and refused beyond it")
  func limitsNesting() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    struct Anything: Decodable {
      init(from decoder: any Decoder) throws {}
    }
    _ = try read(Anything.self, nested(CompactJSON.depthLimit))
    #expect(throws: DecodingError.self) {
      try read(Anything.self, nested(CompactJSON.depthLimit + 1))
    }
    #expect(throws: DecodingError.self) { try read(Anything.self, nested(1_000_000)) }
  }

  @Test(
    "whole numbers are read exactly or not at all",
    arguments: [
      ("0", 0), ("-0", 0), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
      ("1e3", 1000), ("2.0", 2), ("9223372036854775808", nil), ("-9223372036854775809", nil),
      ("1.5", nil), ("1e400", nil), ("true", nil), ("\"1\"", nil), ("null", nil),
    ] as [(String, Int?)])
  func wholeNumbers(_ text: String, _ value: Int?) throws {
    #expect((try? read([Int].self, "[\(text)]"))?.first == value)
  }

  @Test("a number that is no number is not written")
  func refusesNaN() {
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(throws: EncodingError.self) { try CompactJSON.encode([value]) }
    }
  }

  @Test(
    "an error says where it is",
    arguments: [
      (#"{"nested":{"alpha":"a"}}"#, "nested.zeta"), (#"{"nested":{"zeta":"x"}}"#, "nested.zeta"),
      (#"{"nested":[]}"#, "nested"), (#"{"nested":null}"#, "nested"), (#"{}"#, "nested"),
      (#"{"list":["a",2],"nested":{"alpha":"a","zeta":1}}"#, "list.Index 1"),
    ])
  func placesErrors(_ text: String, _ expected: String) {
    struct Outer: Decodable {
      let nested: Everything.Nested
      let list: [String]?
    }
    let error = #expect(throws: DecodingError.self) { try read(Outer.self, text) }
    #expect(error.map(place)?.replacing("list.1", with: "list.Index 1") == expected)
  }

  @Test("values told by the caller reach the value that is read")
  func passesUserInfo() throws {
    struct Versioned: Decodable {
      let version: Int?
      init(from decoder: any Decoder) throws {
        version = CodingUserInfoKey(rawValue: "version").flatMap { decoder.userInfo[$0] as? Int }
      }
    }
    let key = try #require(CodingUserInfoKey(rawValue: "version"))
    let value = try CompactJSON.decode(
      Versioned.self, from: Array("{}".utf8), userInfo: [key: 3])
    #expect(value.version == 3)
  }

  @Test("a subclass that writes its superclass beside its own members is read again")
  func supportsSuperclasses() throws {
    class Base: Codable {
      var base = 1
    }
    final class Derived: Base {
      var own = 2
      private enum Key: CodingKey { case own }
      override init() { super.init() }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        own = try container.decode(Int.self, forKey: .own)
        try super.init(from: try container.superDecoder())
      }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try super.encode(to: container.superEncoder())
        try container.encode(own, forKey: .own)
      }
    }
    let text = try compactText(Derived())
    #expect(text == #"{"own":2,"super":{"base":1}}"#)
    #expect(try read(Derived.self, text).base == 1)
  }
}
