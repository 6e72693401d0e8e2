import CompactJSON
import FamilyServer
import Foundation
import HTTPServer

/// The document as a server publishes it, and what it says of an answer.
struct InterfaceDocument {
  let json: JSON

  /// The operations, each with its path, its method and what the document says of it.
  var operations: [(path: String, method: String, json: JSON)] {
    guard case .object(let paths) = json[at: "paths"] else { return [] }
    return paths.sorted { $0.key < $1.key }.flatMap { path, methods in
      guard case .object(let methods) = methods else { return [(String, String, JSON)]() }
      return methods.sorted { $0.key < $1.key }.map { (path, $0.key.uppercased(), $0.value) }
    }
  }

  /// The operation at a path.
  func operation(_ method: String, _ path: String) -> (path: String, json: JSON)? {
    let given = path.split(separator: "/", omittingEmptySubsequences: false)
    return operations.first { operation in
      let parts = operation.path.split(separator: "/", omittingEmptySubsequences: false)
      return operation.method == method && parts.count == given.count
        && zip(parts, given).allSatisfy { $0 == $1 || $0.hasPrefix("{") && !$1.isEmpty }
    }.map { ($0.path, $0.json) }
  }

  /// What is wrong with an answer, by the document; nothing where it is as the document says.
  func problems(of response: HTTPResponse, to method: String, _ path: String) -> [String] {
    guard let operation = operation(method == "HEAD" ? "GET" : method, path)?.json else {
      // What isn't a place of the document's: a refusal in the one form that all have.
      guard response.status >= 400 else { return [] }
      let code = response[at: "error"][at: "code"].asText
      return problems(of: response.json, by: definition("Error_" + code), "$")
    }
    let described = operation[at: "responses"][at: "\(response.status)"]
    guard described != .null else { return ["the status \(response.status) is not described"] }
    var problems = headerProblems(of: response, by: described[at: "headers"])
    let content = described[at: "content"]
    if content == .null {
      if !response.body.isEmpty { problems.append("a body that is not described") }
      return problems
    }
    guard case .object(let types) = content, let (type, media) = types.first else {
      return problems + ["the content is described in no type"]
    }
    let given = response.headers["Content-Type"] ?? ""
    if !given.hasPrefix(type) { problems.append("the type is \(given), not \(type)") }
    guard type == "application/json" else { return problems }
    guard let body = try? JSON(parsing: response.body) else { return problems + ["no JSON"] }
    return problems + self.problems(of: body, by: media[at: "schema"], "$")
  }

  private func headerProblems(of response: HTTPResponse, by described: JSON) -> [String] {
    guard case .object(let headers) = described else { return ["no headers are described"] }
    return headers.flatMap { name, header -> [String] in
      guard let value = response.headers[name] else { return ["the header \(name) is missing"] }
      let schema = header[at: "schema"]
      let typed: JSON =
        schema[at: "type"].asText == "integer" ? (try? JSON(parsing: value)) ?? .null : .text(value)
      return problems(of: typed, by: schema, name)
    }
  }

  // MARK: JSON Schema, as far as the document uses it

  private static let known: Set<String> = [
    "$ref", "type", "enum", "const", "minimum", "maximum", "minLength", "maxLength", "pattern",
    "format", "items", "minItems", "maxItems", "uniqueItems", "properties", "required",
    "additionalProperties", "oneOf", "anyOf", "description", "examples",
  ]

  /// What is wrong with a value.
  func problems(of value: JSON, by schema: JSON, _ place: String) -> [String] {
    guard case .object(let keywords) = schema else { return ["\(place): there is no schema"] }
    let strange = Set(keywords.keys).subtracting(Self.known)
    guard strange.isEmpty else { return ["\(place): nobody here reads \(strange.sorted())"] }
    var problems: [String] = []
    let check = { (isRight: Bool, text: String) in
      if !isRight { problems.append("\(place): \(value.written.prefix(100)) is not \(text)") }
    }
    if let reference = keywords["$ref"]?.asText {
      problems += self.problems(of: value, by: resolve(reference), place)
    }
    if let type = keywords["type"]?.asText { check(Self.isKind(value, type), "of type \(type)") }
    if case .list(let values)? = keywords["enum"] {
      check(values.contains(value), "one of the set")
    }
    if let constant = keywords["const"] { check(value == constant, constant.written) }
    if case .list(let schemas)? = keywords["oneOf"] {
      check(schemas.count { self.problems(of: value, by: $0, place).isEmpty } == 1, "one of those")
    }
    if case .list(let schemas)? = keywords["anyOf"] {
      check(schemas.contains { self.problems(of: value, by: $0, place).isEmpty }, "any of those")
    }
    switch value {
    case .integer(let number):
      check(keywords["minimum"]?.number.map { number >= $0 } ?? true, "large enough")
      check(keywords["maximum"]?.number.map { number <= $0 } ?? true, "small enough")
    case .text(let text):
      let count = text.unicodeScalars.count
      check(keywords["minLength"]?.number.map { count >= $0 } ?? true, "long enough")
      check(keywords["maxLength"]?.number.map { count <= $0 } ?? true, "short enough")
      if let pattern = keywords["pattern"]?.asText {
        check(text.range(of: pattern, options: .regularExpression) != nil, "of the form \(pattern)")
      }
    case .list(let values):
      check(keywords["minItems"]?.number.map { values.count >= $0 } ?? true, "long enough")
      check(keywords["maxItems"]?.number.map { values.count <= $0 } ?? true, "short enough")
      check(keywords["uniqueItems"] == nil || Set(values).count == values.count, "a set")
      if let item = keywords["items"] {
        for (index, value) in values.enumerated() {
          problems += self.problems(of: value, by: item, "\(place)[\(index)]")
        }
      }
    case .object(let members):
      problems += memberProblems(of: members, by: keywords, place)
    case .null, .bool, .number: break
    }
    return problems
  }

  private func memberProblems(
    of members: [String: JSON], by keywords: [String: JSON], _ place: String
  ) -> [String] {
    guard case .object(let properties)? = keywords["properties"] else { return [] }
    let missing = (keywords["required"]?.elements ?? []).map(\.asText)
      .filter { members[$0] == nil }.map { "\(place): \($0) is missing" }
    return missing
      + members.flatMap { name, value in
        properties[name].map { problems(of: value, by: $0, "\(place).\(name)") }
          ?? ["\(place): \(name) is not described"]
      }
  }

  private static func isKind(_ value: JSON, _ type: String) -> Bool {
    switch value {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .integer: type == "integer"
    case .number: false
    case .text: type == "string"
    case .list: type == "array"
    case .object: type == "object"
    }
  }

  /// What a reference within the document stands for; null where it leads nowhere.
  func resolve(_ reference: String) -> JSON {
    reference.split(separator: "/").dropFirst().reduce(json) { $0[at: String($1)] }
  }

  private func definition(_ name: String) -> JSON {
    json[at: "components"][at: "schemas"][at: name]
  }
}
