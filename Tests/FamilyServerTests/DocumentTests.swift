import CivilTime
import CompactJSON
import FamilyServer
import HTTPServer
import PolicyCore
import TestSupport
import Testing

@Suite("The document about the interface")
struct DocumentTests {
  @Test("holds together: references and links lead somewhere, and names are there once")
  func consistency() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let document = fixture.document
    #expect(document.json[at: "openapi"].asText == "3.1.0")
    let operations = document.operations
    let names = operations.map { $0.json[at: "operationId"].asText }
    #expect(names.count == 18 && Set(names).count == names.count)
    for operation in operations {
      #expect(!operation.json[at: "summary"].asText.isEmpty)
      let parts = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }
        .map { String($0.dropFirst().dropLast()) }
      let described = operation.json[at: "parameters"].elements
        .filter { $0[at: "in"].asText == "path" }.map { $0[at: "name"].asText }
      #expect(parts == described)
    }
    var references = 0
    walk(document.json) { members in
      if let reference = members["$ref"]?.asText {
        references += 1
        #expect(document.resolve(reference) != .null, "\(reference) leads nowhere")
      }
      if case .object(let links)? = members["links"] {
        for (_, link) in links { #expect(names.contains(link[at: "operationId"].asText)) }
      }
    }
    #expect(references > 50)
  }

  private func walk(_ value: JSON, _ visit: ([String: JSON]) -> Void) {
    switch value {
    case .object(let members):
      visit(members)
      for (_, value) in members { walk(value, visit) }
    case .list(let values): for value in values { walk(value, visit) }
    case .null, .bool, .integer, .number, .text: break
    }
  }

  /// A call with a body that the document shows for it, made by whom it is for.
  private struct Sample {
    let fixture: APIFixture
    let method: String
    let path: String
    let body: [String: JSON]
    let schema: JSON
    let headers: [String: String]

    func send(_ body: [String: JSON]) throws -> HTTPResponse {
      try fixture.send(method, path, JSON.object(body).written, headers: headers)
    }

    /// The fields that a body is refused for; `nil` where it was read.
    func refused(_ body: [String: JSON]) throws -> [String]? {
      let answer = try send(body)
      guard answer.status == 422 else { return nil }
      return answer[at: "error"][at: "detail"].elements.map { $0[at: "field"].asText }
    }
  }

  private func samples(_ fixture: APIFixture) throws -> [Sample] {
    let (_, _, device) = try fixture.pair()
    let parent = ["Authorization": "Bearer \(fixture.base.token.text)"]
    return fixture.document.operations.compactMap { operation in
      let media = operation.json[at: "requestBody"][at: "content"][at: "application/json"]
      guard case .object(let example) = media[at: "example"] else { return nil }
      return Sample(
        fixture: fixture, method: operation.method,
        path: operation.path.replacing(/\{[a-z_]+\}/, with: "AAAAAAAAAAAAAAAA"), body: example,
        schema: media[at: "schema"],
        headers: operation.path.hasPrefix("/v1/device") ? device : parent)
    }
  }

  @Test("what it describes of a body is read, all of it and nothing else")
  func bodies() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let samples = try samples(fixture)
    #expect(samples.count == 8)
    for sample in samples {
      guard case .object(let properties) = sample.schema[at: "properties"] else { continue }
      #expect(fixture.document.problems(of: .object(sample.body), by: sample.schema, "$") == [])
      #expect(Set(properties.keys) == Set(sample.body.keys))
      #expect(Set(sample.schema[at: "required"].elements.map(\.asText)) == Set(properties.keys))
      // The example is read, and one with more is not.
      #expect(try sample.refused(sample.body) == nil)
      #expect(
        try sample.refused(sample.body.merging(["stranger": .null]) { $1 }) == ["stranger"])
      for (name, schema) in properties {
        #expect(try sample.refused(sample.body.filter { $0.key != name }) == [name])
        for value in Self.wrong(schema) {
          let body = sample.body.merging([name: value]) { $1 }
          #expect(
            try sample.refused(body)?.contains { $0.hasPrefix(name) } == true,
            "\(sample.path) \(name): \(value.written.prefix(80))")
        }
      }
    }
  }

  @Test("the bounds that it gives a policy's fields are those that hold")
  func policyBounds() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let sample = try #require(
      try samples(fixture).first { $0.path == "/v1/parent/policy" })
    let schema = fixture.document.resolve("#/components/schemas/Policy")
    guard case .object(let properties) = schema[at: "properties"],
      case .object(var policy)? = sample.body["policy"]
    else { return #expect(Bool(false), "the document has no policy") }
    #expect(Set(properties.keys) == Set(PolicyField.allCases.map(\.rawValue)))
    // Together they are bounded by the day, so each is tried where the other leaves room.
    policy["daily_limit_minutes"] = .integer(0)
    policy["daily_bonus_cap_minutes"] = .integer(0)
    for (name, schema) in properties {
      for value in Self.right(schema) {
        let body = sample.body.merging(["policy": .object(policy.merging([name: value]) { $1 })]) {
          $1
        }
        let refusal = try sample.refused(body.merging(["expected_revision": .integer(7)]) { $1 })
        #expect(refusal == nil, "\(name): \(value.written)")
      }
      for value in Self.wrong(schema) {
        let body = sample.body.merging(["policy": .object(policy.merging([name: value]) { $1 })]) {
          $1
        }
        #expect(try sample.refused(body) == ["policy.\(name)"], "\(name): \(value.written)")
      }
    }
  }

  @Test("a zone by a name that is nobody's is neither listed nor taken")
  func zonesOfNobody() throws {
    guard let fixture = try APIFixture() else { return }
    defer { fixture.cleanUp() }
    let sample = try #require(
      try samples(fixture).first { $0.path == "/v1/parent/policy" })
    let listed = fixture.document.resolve("#/components/schemas/Policy")[at: "properties"][
      at: "timezone"][at: "enum"].elements
    guard case .object(var policy)? = sample.body["policy"] else {
      return #expect(Bool(false), "the document has no policy")
    }
    for name in ["localtime", "posixrules", "Factory", "posix/Europe/Berlin"] {
      policy["timezone"] = .text(name)
      #expect(!listed.contains(.text(name)))
      #expect(
        try sample.refused(sample.body.merging(["policy": .object(policy)]) { $1 })
          == ["policy.timezone"])
    }
  }

  /// Values at the edges of what a schema lets by.
  private static func right(_ schema: JSON) -> [JSON] {
    if case .list(let words) = schema[at: "enum"] {
      return [words.first, words.last].compactMap(\.self)
    }
    switch schema[at: "type"].asText {
    case "integer": return [schema[at: "minimum"], schema[at: "maximum"]]
    case "array": return [.list(schema[at: "items"][at: "enum"].elements)]
    default: return schema[at: "examples"].elements
    }
  }

  /// Values just beyond them, and of other kinds.
  private static func wrong(_ schema: JSON) -> [JSON] {
    let others: [JSON] = [
      .null, .bool(true), .integer(1), .number(0.5), .text(""), .list([]), .object([:]),
    ]
    switch schema[at: "type"].asText {
    case "integer":
      return others.filter { $0 != .integer(1) }
        + [.integer(.max), .integer(.min), .number(.greatestFiniteMagnitude)]
        + [schema[at: "minimum"].number.map { JSON.integer(Int64($0) - 1) }].compactMap(\.self)
        + [schema[at: "maximum"].number.map { JSON.integer(Int64($0) + 1) }].compactMap(\.self)
    case "boolean": return others.filter { $0 != .bool(true) }
    case "array":
      let item = schema[at: "examples"][at: 0][at: 0]
      return others + [.list([.null]), .list([item, item].filter { $0 != .null } + [.integer(1)])]
    case "string":
      let isShort = schema[at: "minLength"].number == 0
      let long = schema[at: "maxLength"].number ?? 100
      return others.filter { !isShort || $0 != .text("") }
        + [.text(String(repeating: "x", count: long + 1)), .text("a\0")]
    default: return others.filter { $0 != .object([:]) }
    }
  }

  @Test(
    "a body's whole numbers are written as such",
    arguments: ["1.0", "1e0", "10e-1", "1E0", "01", "+1", "0x1", "1_000", "-0.0", "1.", "\"1\""])
  func integers(value: String) throws {
    guard let fixture = try APIFixture(test: "integers") else { return }
    defer { fixture.cleanUp() }
    let (_, _, device) = try fixture.pair()
    let answer = try fixture.send(
      "POST", "/v1/device/status",
      """
      {"policy_revision": \(value), "monitoring": "active", "shielded": false, "detail": "",
       "observed_minutes": 12, "observed_day": "2025-01-06"}
      """, headers: device)
    let isJSON = (try? JSON(parsing: value)) != nil
    #expect(answer.outcome == (isJSON ? "422 invalid" : "400 malformed"))
  }
}
