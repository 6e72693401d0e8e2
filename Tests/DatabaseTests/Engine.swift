import Database
import TestSupport
import Testing

/// An engine that a test runs over.
enum Engine: String, CaseIterable, CustomTestStringConvertible {
  case sqlite
  case postgres

  var testDescription: String { rawValue }

  /// The address of an empty database; `nil`, said loudly, where the engine isn't here.
  func database(in scratch: Scratch) -> DatabaseAddress? {
    switch self {
    case .sqlite: return .sqlite(path: scratch.file("test.db"))
    case .postgres:
      do {
        return .postgres(address: try PostgresServer.shared.get().database())
      } catch {
        Skip.say("PostgreSQL: \(error)")
        return nil
      }
    }
  }
}
