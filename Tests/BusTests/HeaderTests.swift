@testable import Bus
import CivilTime
import Testing

@Suite("The header")
struct HeaderTests {
  private static let session = "00f9a1c2d4e5f607"
  private static let good = "OAL/1 request 17 00f9a1c2d4e5f607 store.change - -"

  @Test(
    "a header has one spelling: read and written again it is the same",
    arguments: [
      good,
      "OAL/1 reply 5 ffffffffffffffff store.change 00f9a1c2d4e5f607/17 2025-01-06T09:00:00Z",
      "OAL/1 error 18446744073709551615 0000000000000001 a 0000000000000000/1 -",
      "OAL/1 notice 1 00f9a1c2d4e5f607 goodbye - 9999-12-31T23:59:59.999Z",
      "OAL/1 request 1 00f9a1c2d4e5f607 a.b.c9.D - 0000-01-01T00:00:00.001Z",
    ])
  func oneSpelling(_ line: String) throws {
    let header = try Header(parsing: Array(line.utf8))
    #expect(String(decoding: header.bytes, as: UTF8.self) == line)
  }

  @Test("the fields are what the line says")
  func fields() throws {
    let line =
      "OAL/1 reply 5 00000000000000ff store.change 00f9a1c2d4e5f607/17 1970-01-01T00:00:01Z"
    let header = try Header(parsing: Array(line.utf8))
    #expect(header.kind == .reply)
    #expect(header.id == 5)
    #expect(header.session.description == "00000000000000ff")
    #expect(header.type == "store.change")
    #expect(header.cause?.description == "00f9a1c2d4e5f607/17")
    #expect(header.time == Instant(seconds: 1))
    #expect(header.reference.description == "00000000000000ff/5")
  }

  /// A line and what is wrong with it.
  struct Bad: CustomTestStringConvertible {
    let line: String
    let fault: Header.Fault
    let word: String

    init(_ line: String, _ fault: Header.Fault, _ word: String) {
      self.line = line
      self.fault = fault
      self.word = word
    }

    var testDescription: String { word }
  }

  @Test(
    "what breaks the grammar is refused, and the field named",
    arguments: [
      Bad("", .field(0), "nothing"),
      Bad(" ", .field(0), "a space"),
      Bad("OAL", .field(0), "half a magic"),
      Bad("OAL/ request 1 \(session) a - -", .field(0), "no version"),
      Bad("oal/1 request 1 \(session) a - -", .field(0), "a magic in small letters"),
      Bad("OAL/01 request 1 \(session) a - -", .field(0), "a version with a leading zero"),
      Bad("OAL/0 request 1 \(session) a - -", .otherVersion(0), "an older version"),
      Bad("OAL/2 request 1 \(session) a - -", .otherVersion(2), "a newer version"),
      Bad("OAL/2 anything at all", .otherVersion(2), "a newer version with another grammar"),
      Bad("OAL/99999999999999999999 x", .field(0), "a version beyond all numbers"),
      Bad("OAL/1 order 1 \(session) a - -", .field(1), "an unknown kind"),
      Bad("OAL/1 Request 1 \(session) a - -", .field(1), "a kind with a capital"),
      Bad("OAL/1  1 \(session) a - -", .field(1), "an empty kind"),
      Bad("OAL/1 request 0 \(session) a - -", .field(2), "number zero"),
      Bad("OAL/1 request 01 \(session) a - -", .field(2), "a leading zero"),
      Bad("OAL/1 request -1 \(session) a - -", .field(2), "a sign"),
      Bad("OAL/1 request 1x \(session) a - -", .field(2), "a letter in the number"),
      Bad("OAL/1 request 18446744073709551616 \(session) a - -", .field(2), "above 64 bits"),
      Bad("OAL/1 request 99999999999999999999 \(session) a - -", .field(2), "20 nines"),
      Bad("OAL/1 request 111111111111111111111 \(session) a - -", .field(2), "21 digits"),
      Bad("OAL/1 request 1 0f9a1c2d4e5f607 a - -", .field(3), "a session of 15 digits"),
      Bad("OAL/1 request 1 000f9a1c2d4e5f607 a - -", .field(3), "a session of 17 digits"),
      Bad("OAL/1 request 1 00F9A1C2D4E5F607 a - -", .field(3), "a session in capitals"),
      Bad("OAL/1 request 1 00g9a1c2d4e5f607 a - -", .field(3), "a session with a g"),
      Bad("OAL/1 request 1 \(session)  - -", .field(4), "an empty type"),
      Bad("OAL/1 request 1 \(session) .a - -", .field(4), "a type with an empty first word"),
      Bad("OAL/1 request 1 \(session) a. - -", .field(4), "a type with an empty last word"),
      Bad("OAL/1 request 1 \(session) a..b - -", .field(4), "a type with an empty word"),
      Bad("OAL/1 request 1 \(session) a_b - -", .field(4), "a type with an underscore"),
      Bad("OAL/1 request 1 \(session) 9a - -", .field(4), "a type that begins with a digit"),
      Bad("OAL/1 request 1 \(session) grün - -", .field(4), "a type beyond ASCII"),
      Bad(
        "OAL/1 request 1 \(session) \(String(repeating: "a", count: 65)) - -", .field(4),
        "a type of 65 bytes"),
      Bad("OAL/1 request 1 \(session) a  -", .field(5), "an empty cause"),
      Bad("OAL/1 request 1 \(session) a \(session) -", .field(5), "a cause without number"),
      Bad("OAL/1 request 1 \(session) a \(session)/ -", .field(5), "a cause with no digits"),
      Bad("OAL/1 request 1 \(session) a \(session)/0 -", .field(5), "a cause numbered zero"),
      Bad("OAL/1 request 1 \(session) a \(session)-1 -", .field(5), "a cause with a hyphen"),
      Bad("OAL/1 request 1 \(session) a /1 -", .field(5), "a cause without session"),
      Bad("OAL/1 request 1 \(session) a - ", .field(6), "an empty time"),
      Bad("OAL/1 request 1 \(session) a - now", .field(6), "a time in words"),
      Bad("OAL/1 request 1 \(session) a -", .field(6), "six fields"),
      Bad("OAL/1 request 1 \(session) a - - ", .fieldCount, "a space at the end"),
      Bad("OAL/1 request 1 \(session) a - - -", .fieldCount, "eight fields"),
      Bad(good + "\n", .field(6), "a line feed at the end"),
      Bad(" " + good, .field(0), "a space at the beginning"),
      Bad(good.replacing(" ", with: "\t"), .field(0), "tabs"),
      Bad(String(repeating: "x", count: 513), .tooLong(513), "513 bytes"),
    ])
  func refused(_ bad: Bad) {
    #expect(throws: bad.fault) { try Header(parsing: Array(bad.line.utf8)) }
    #expect(!bad.fault.text.isEmpty)
  }

  @Test("no bytes make the reader do anything but answer", arguments: 0..<8)
  func fuzz(_ seed: UInt64) {
    var random = SplitMix(state: seed)
    let good = Array(Self.good.utf8)
    for _ in 0..<300 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        mutate(&bytes, &random)
      }
      if let header = try? Header(parsing: bytes) { #expect(header.bytes == bytes) }
      let noise = (0..<Int.random(in: 0...600, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      #expect((try? Header(parsing: noise)) == nil)
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    let position = Int.random(in: 0..<max(1, bytes.count), using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where position < bytes.count: bytes[position] = UInt8.random(in: 0...255, using: &random)
    case 1 where position < bytes.count: bytes.remove(at: position)
    case 2: bytes.insert(UInt8.random(in: 32...126, using: &random), at: position)
    default: bytes = Array(bytes.prefix(position))
    }
  }

  /// A generator that a failing test can be run with again.
  struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
