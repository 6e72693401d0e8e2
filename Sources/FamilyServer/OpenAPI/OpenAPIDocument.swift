import CompactJSON

/// The document about the interface, OpenAPI 3.1, made from what the calls declare.
enum OpenAPIDocument {
  /// The document about these calls.
  static func of(_ operations: [Operation]) -> JSON {
    var paths: [String: [String: JSON]] = [:]
    var definitions = Schema.allErrors
    for operation in operations {
      paths[operation.path, default: [:]][operation.method.lowercased()] = json(operation)
      for schema in operation.answers.compactMap(\.body)
        + [operation.body?.schema].compactMap(\.self)
      {
        definitions.merge(schema.definitions) { first, _ in first }
      }
    }
    return .object([
      "openapi": .text("3.1.0"),
      "info": .object([
        "title": .text("Family"), "version": .text("1"), "summary": .text(summary),
        "description": .text(details),
      ]),
      "servers": .list([.object(["url": .text("/")])]),
      "tags": .list(tags),
      "paths": .object(paths.mapValues(JSON.object)),
      "components": .object([
        "schemas": .object(definitions), "securitySchemes": .object(securitySchemes),
      ]),
    ])
  }

  private static func json(_ operation: Operation) -> JSON {
    var members: [String: JSON] = [
      "operationId": .text(operation.id), "summary": .text(operation.summary),
      "tags": .list([.text(operation.caller.tag)]),
      "security": .list(security(operation)), "responses": .object(responses(operation)),
    ]
    if !operation.details.isEmpty { members["description"] = .text(operation.details) }
    let parameters = parameters(operation)
    if !parameters.isEmpty { members["parameters"] = .list(parameters) }
    if let body = operation.body {
      members["requestBody"] = .object([
        "required": .bool(true),
        "content": .object([
          "application/json": .object(["schema": body.schema.json, "example": body.example])
        ]),
      ])
    }
    return .object(members)
  }

  private static func parameters(_ operation: Operation) -> [JSON] {
    let ids = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { part in
      let name = String(part.dropFirst().dropLast())
      let schema = Schema.id("The id of the \(name.prefix { $0 != "_" }).")
      return JSON.object([
        "name": .text(name), "in": .text("path"), "required": .bool(true), "schema": schema.json,
      ])
    }
    guard operation.answers.contains(where: { $0.status == 304 }) else { return ids }
    let tag = JSON.object([
      "name": .text("If-None-Match"), "in": .text("header"), "required": .bool(false),
      "description": .text("The tag of a snapshot that is known already."),
      "schema": Schema.anyText.json,
    ])
    return ids + [tag]
  }

  // MARK: Answers

  private static func responses(_ operation: Operation) -> [String: JSON] {
    let errors = Dictionary(grouping: operation.allRefusals, by: \.status)
    var responses = Dictionary(
      uniqueKeysWithValues: errors.map { ("\($0.key)", refusal($0.value)) })
    for answer in operation.answers { responses["\(answer.status)"] = json(answer) }
    return responses
  }

  private static func json(_ answer: Operation.Answer) -> JSON {
    var members: [String: JSON] = [
      "description": .text(answer.text), "headers": headers(answer.headers + [.cacheControl]),
    ]
    if let body = answer.body {
      members["content"] = .object([answer.type: .object(["schema": body.json])])
    }
    if !answer.links.isEmpty {
      let links = answer.links.map { ($0.operation, json($0)) }
      members["links"] = .object(Dictionary(uniqueKeysWithValues: links))
    }
    return .object(members)
  }

  private static func json(_ link: Operation.Link) -> JSON {
    var members: [String: JSON] = [
      "operationId": .text(link.operation), "description": .text(link.text),
    ]
    if !link.parameters.isEmpty {
      members["parameters"] = .object(link.parameters.mapValues(JSON.text))
    }
    members["requestBody"] = link.body
    return .object(members)
  }

  private static func refusal(_ codes: [FamilyError.Code]) -> JSON {
    let headers = codes.map(\.headers).reduce(codes[0].headers) { common, headers in
      common.filter { header in headers.contains { $0.name == header.name } }
    }
    let text = codes.map { "`\($0.rawValue)`: \($0.explanation)" }.joined(separator: " ")
    return .object([
      "description": .text(text), "headers": self.headers(headers + [.cacheControl]),
      "content": .object([
        "application/json": .object(["schema": Schema.oneOf(codes.map(Schema.error)).json])
      ]),
    ])
  }

  private static func headers(_ headers: [Operation.Header]) -> JSON {
    .object(
      Dictionary(
        uniqueKeysWithValues: headers.map {
          (
            $0.name,
            .object([
              "description": .text($0.text), "required": .bool(true), "schema": $0.schema.json,
            ])
          )
        }))
  }
}
