import CompactJSON
import Database
import FamilyServer
import Foundation
import HTTPServer
import TestSupport
import Testing
import WebOrigin

/// The interface over a store, without a socket.
final class APIFixture {
  let base: StoreFixture
  let api: FamilyAPI
  /// What the interface says of itself.
  private(set) var document = InterfaceDocument(json: .null)
  /// What was answered, as `pair 409 code_used`.
  private(set) var answered: Set<String> = []

  init?(
    _ engine: Engine = .sqlite, at time: String = "2025-01-06T12:00",
    origin: String = "https://family.test", test: String = #function
  ) throws {
    api = FamilyAPI(origin: try #require(WebOrigin(parsing: origin)))
    guard let base = try StoreFixture(engine, at: time, test: test) else { return nil }
    self.base = base
    document = InterfaceDocument(json: try send("GET", "/openapi.json").json)
  }

  func cleanUp() { base.scratch.cleanUp() }

  /// Sends a request and hands back its answer, which has to be as the document says.
  func send(
    _ method: String, _ path: String, _ body: String? = nil, headers: [String: String] = [:]
  ) throws -> HTTPResponse {
    var headers = headers
    if body != nil, headers["Content-Type"] == nil { headers["Content-Type"] = "application/json" }
    return try send(
      HTTPRequest(method, path, headers: headers, body: Array((body ?? "").utf8)))
  }

  /// Sends a request and hands back its answer, which has to be as the document says.
  func send(_ request: HTTPRequest) throws -> HTTPResponse {
    let response = try base.store.transaction(isReading: api.isReading(request)) {
      try api.answer(request, from: base.store, at: base.now)
    }
    guard document.json != .null, request.method != "OPTIONS" else { return response }
    let problems = document.problems(of: response, to: request.method, request.path)
    #expect(problems == [], "\(request.method) \(request.path)")
    if let operation = document.operation(request.method, request.path)?.json {
      answered.insert("\(operation[at: "operationId"].asText) \(response.outcome)")
    }
    return response
  }

  /// Sends a request as the family's parent.
  func parent(_ method: String, _ path: String, _ body: String? = nil) throws -> HTTPResponse {
    try send(
      method, path, body, headers: ["Authorization": "Bearer \(base.token.text)"])
  }

  /// Adds a child and pairs a device; hands back both ids and how the device shows who it is.
  func pair(_ name: String = "Mia") throws -> (child: String, device: String, who: [String: String])
  {
    let child = try parent("POST", "/v1/parent/children", #"{"name": "\#(name)"}"#)[at: "child_id"]
    let code = try parent("POST", "/v1/parent/children/\(child.asText)/pairing-code")[at: "code"]
    let paired = try send(
      "POST", "/v1/pair", #"{"code": "\#(code.asText)", "device_name": "Laptop"}"#)
    return (
      child.asText, paired[at: "device_id"].asText,
      ["Authorization": "Bearer \(paired[at: "token"].asText)"]
    )
  }
}

extension HTTPResponse {
  /// The body as JSON.
  var json: JSON { (try? JSON(parsing: body)) ?? .null }

  /// A value of the body.
  subscript(at name: String) -> JSON { json[at: name] }

  /// The status, with the code of a refusal: `409 revision_conflict`.
  var outcome: String {
    let code = json[at: "error"][at: "code"].asText
    return code.isEmpty ? "\(status)" : "\(status) \(code)"
  }
}

extension JSON {
  /// A value of an object; null where there is none.
  subscript(at name: String) -> JSON {
    if case .object(let fields) = self { fields[name] ?? .null } else { .null }
  }

  /// An element of a list; null where there is none.
  subscript(at index: Int) -> JSON {
    if case .list(let values) = self, values.indices.contains(index) {
      values[index]
    } else {
      .null
    }
  }

  /// The elements of a list.
  var elements: [JSON] { if case .list(let values) = self { values } else { [] } }

  /// A text; empty for anything else.
  var asText: String { if case .text(let text) = self { text } else { "" } }

  /// A number.
  var number: Int? { if case .integer(let number) = self { Int(number) } else { nil } }

  /// The value as text.
  var written: String {
    (try? CompactJSON.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
