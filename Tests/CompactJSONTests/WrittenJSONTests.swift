import CompactJSON
import Foundation
import Testing

@Suite("Values that were written before")
struct WrittenJSONTests {
  private struct Whole<Part: Encodable>: Encodable {
    let after: Int
    let before: String
    let part: Part
    let parts: [Part]
  }

  private let parts: [JSON] = [
    .object(["b": .list([.integer(1), .null]), "a": .text("x\"y")]), .list([]), .object([:]),
    .text("ü"), .integer(-7), .bool(true), .null,
  ]

  @Test("stand within others as if they were written there")
  func places() throws {
    for part in parts {
      let written = try WrittenJSON(part)
      let plain = Whole(after: 1, before: "z", part: part, parts: [part, part])
      let copied = Whole(after: 1, before: "z", part: written, parts: [written, written])
      #expect(try CompactJSON.encode(copied) == CompactJSON.encode(plain))
      #expect(try CompactJSON.encode(written) == CompactJSON.encode(part))
    }
  }

  @Test("say the same to an encoder that takes no text")
  func otherEncoder() throws {
    for part in parts {
      let data = try JSONEncoder().encode([try WrittenJSON(part)])
      #expect(try JSON(parsing: Array(data)) == .list([part]))
    }
  }
}
