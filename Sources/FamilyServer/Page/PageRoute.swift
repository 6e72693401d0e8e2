import HTTPServer

/// A place of the page: a method, a path, and what is shown or done there.
struct PageRoute: Sendable {
  /// What is shown or done.
  enum Action: Sendable {
    /// For anybody.
    case open(@Sendable (ParentPage, Call) throws -> HTTPResponse)
    /// For a parent whose browser is signed in.
    case parent(@Sendable (ParentPage, Call, Family) throws -> HTTPResponse)
  }

  /// The method.
  let method: String
  /// What is shown or done.
  let action: Action

  private let parts: [String]

  /// Makes a route.
  init(_ method: String, _ path: String, _ action: Action) {
    self.method = method
    self.action = action
    parts = path.split(separator: "/").map(String.init)
  }

  /// What a path holds in the place of the names; `nil` for another place's path.
  func match(_ path: String) -> [String: String]? {
    let given = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    if parts.isEmpty { return path == "/" ? [:] : nil }
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
