import HTTPServer

/// A place of the interface: what is said of a call to it, and what carries it out.
///
/// Neither can be there without the other, and the body is read by what describes it.
struct Route: Sendable {
  /// Who answers.
  enum Action: Sendable {
    /// The interface; within a transaction, and again where that has to be repeated.
    case call(@Sendable (Call) throws -> HTTPResponse)
    /// The process itself.
    case process(ProcessPlace)
    /// Nobody needs to be asked: it only changes with the program, and the machine's tables.
    case constant(@Sendable () -> HTTPResponse)
  }

  /// What the document says.
  let operation: Operation
  /// What it does.
  let action: Action
  private let parts: [String]

  private init(_ operation: Operation, action: Action) {
    self.operation = operation
    self.action = action
    parts = operation.path.split(separator: "/").map(String.init)
  }

  /// Makes a route of a call without a body.
  init<Who>(
    _ operation: Operation, from credentials: Credentials<Who>,
    _ action: @escaping @Sendable (Call, Who) throws -> HTTPResponse
  ) {
    var operation = operation
    operation.caller = credentials.caller
    self.init(
      operation, action: .call { call in try action(call, try credentials.check(call)) })
  }

  /// Makes a route of a call with a body.
  ///
  /// Who the caller is comes first, then what the body says.
  init<Who, each Value>(
    _ operation: Operation, from credentials: Credentials<Who>,
    reading body: RequestBody<repeat each Value>,
    _ action: @escaping @Sendable (Call, Who, repeat each Value) throws -> HTTPResponse
  ) {
    var operation = operation
    operation.caller = credentials.caller
    operation.body = (body.schema, body.example)
    self.init(
      operation,
      action: .call { call in
        let who = try credentials.check(call)
        let values = try call.read(body)
        return try action(call, who, repeat each values)
      })
  }

  /// Makes a route of a place that the process answers for.
  init(_ operation: Operation, of place: ProcessPlace) {
    self.init(operation, action: .process(place))
  }

  /// Makes a route of what is the same for everybody, and always.
  init(_ operation: Operation, constant answer: @escaping @Sendable () -> HTTPResponse) {
    self.init(operation, action: .constant(answer))
  }

  /// What a path's parts hold in the place of the names; `nil` for another place's path.
  func match(_ given: [String]) -> [String: String]? {
    guard given.count == parts.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, text) in zip(parts, given) {
      if part.first == "{" {
        guard !text.isEmpty else { return nil }
        parameters[String(part.dropFirst().dropLast())] = text
      } else if part != text {
        return nil
      }
    }
    return parameters
  }

  /// The parts of a path as it was sent; `nil` for one with an escape that is none.
  static func parts(of path: String) -> [String]? {
    var parts: [String] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst()
    {
      // Resolved part by part: an escaped slash belongs to its part and begins no other.
      guard let text = PercentEncoding.text(of: Substring(part)) else { return nil }
      parts.append(text)
    }
    return parts
  }
}
