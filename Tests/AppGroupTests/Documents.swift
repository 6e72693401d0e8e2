import AppGroup
import Foundation
import TestSupport

/// What `document-writer` counts.
struct Counter: Codable, Equatable, Sendable {
  var count = 0
  var filler = ""

  static let document = DocumentName<Counter>("counter")

  /// Whether the filler is the one that belongs to the count.
  var isWhole: Bool { filler.allSatisfy { String($0) == String(count % 10) } }
}

/// A small content for one process.
struct Note: Codable, Equatable, Sendable {
  var text: String

  static let document = DocumentName<Note>("note", sizeLimit: 10_000)
}

extension Scratch {
  /// A group in a folder of this scratch.
  func makeGroup() throws -> AppGroup { try AppGroup(at: file("group"), creating: true) }

  /// Reads a file of the group.
  func text(_ name: String) throws -> String { try read("group/" + name) }

  /// The files of the group that are not the lock.
  func documents() throws -> [String] { try names(in: "group").filter { $0 != ".lock" } }
}

/// Runs `body` and hands back the error that it throws.
func groupError<Value>(_ body: () throws -> Value) -> AppGroupError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? AppGroupError
  }
}
