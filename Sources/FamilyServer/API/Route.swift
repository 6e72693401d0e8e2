import HTTPServer

/// A place of the interface: a method, a path, who may call it, and what it does.
struct Route: Sendable {
  /// What a call does; within a transaction, and again where that has to be repeated.
  enum Action: Sendable {
    /// For anybody.
    case open(@Sendable (Call) throws -> HTTPResponse)
    /// For a parent.
    case parent(@Sendable (Call, Family) throws -> HTTPResponse)
    /// For a device.
    case device(@Sendable (Call, Caller) throws -> HTTPResponse)
  }

  /// The method.
  let method: String
  /// The path; a part in braces stands for any text.
  let path: String
  /// Whether nothing is changed.
  let isReading: Bool
  /// What it does.
  let action: Action

  /// Makes a route.
  init(_ method: String, _ path: String, _ action: Action) {
    self.method = method
    self.path = path
    self.isReading = method == "GET"
    self.action = action
    parts = path.split(separator: "/").map(String.init)
  }

  private let parts: [String]

  /// What a path holds in the place of the names; `nil` for another place's path.
  func match(_ path: String) -> [String: String]? {
    let given = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard given.count == parts.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, text) in zip(parts, given) {
      if part.first == "{" {
        guard !text.isEmpty else { return nil }
        parameters[String(part.dropFirst().dropLast())] = String(text)
      } else if part != text {
        return nil
      }
    }
    return parameters
  }
}
