import CivilTime
import Foundation
import Testing

/// The tables of cases that lie beside the tests.
enum Vectors {
  /// One row of `windows.json`.
  struct WindowCase: Decodable, Sendable, CustomTestStringConvertible {
    let zone: String
    let from: TimeOfDay
    let to: TimeOfDay
    let days: WeekdaySet
    let now: String
    let inside: [String]?
    let next: String?

    enum CodingKeys: String, CodingKey {
      case zone, from, to, days, now, next
      case inside = "in"
    }

    var testDescription: String { "\(from)–\(to) \(days.summary) at \(now) \(zone)" }
  }

  /// One row of `spans.json`.
  struct SpanCase: Decodable, Sendable, CustomTestStringConvertible {
    let seconds: Int
    let text: String

    init(from decoder: any Decoder) throws {
      var row = try decoder.unkeyedContainer()
      seconds = try row.decode(Int.self)
      text = try row.decode(String.self)
    }

    var testDescription: String { "\(seconds) s is \(text)" }
  }

  private struct Table<Row: Decodable>: Decodable {
    let cases: [Row]
  }

  /// The rows of a table.
  static func load<Row: Decodable>(_ name: String, of: Row.Type) throws -> [Row] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appending(path: "Vectors/\(name)")
    return try JSONDecoder().decode(Table<Row>.self, from: Data(contentsOf: file)).cases
  }
}
