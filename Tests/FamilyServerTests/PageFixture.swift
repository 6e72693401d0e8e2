import CivilTime
import FamilyServer
import Foundation
import HTTPServer
import PolicyCore

/// A parent's browser without a script, in front of the page, without a socket.
final class PageFixture {
  let api: APIFixture
  var cookies: [String: String] = [:]

  var base: StoreFixture { api.base }

  private let origin: String

  init?(
    at time: String = "2025-01-06T12:00", origin: String = "https://family.test",
    test: String = #function
  ) throws {
    guard let api = try APIFixture(at: time, origin: origin, test: test) else { return nil }
    self.api = api
    self.origin = origin
  }

  func cleanUp() { api.cleanUp() }

  /// Signs in.
  @discardableResult
  func signIn(_ token: String? = nil) throws -> HTTPResponse {
    try post("/sign-in", [("token", token ?? base.token.text), ("next", "/")])
  }

  /// Looks at a page.
  func get(_ path: String) throws -> HTTPResponse { try send("GET", path, nil, origin: nil) }

  /// Sends a form from the page.
  func post(_ path: String, _ fields: [(String, String)] = []) throws -> HTTPResponse {
    try post(path, fields, origin: origin)
  }

  /// Sends a form from a page of `origin`.
  func post(
    _ path: String, _ fields: [(String, String)], origin: String?
  ) throws -> HTTPResponse {
    try send("POST", path, fields, origin: origin)
  }

  /// Sends a form as it stands on a page, with some fields typed anew, by one of its buttons.
  func fillIn(
    _ page: HTTPResponse, _ changes: [String: String], button: (String, String)? = nil,
    to path: String
  ) throws -> HTTPResponse {
    var fields = page.fields.filter { changes[$0.name] == nil }
    fields += changes.map { ($0.key, $0.value) }
    if let button { fields.append(button) }
    return try post(path, fields)
  }

  private func send(
    _ method: String, _ path: String, _ fields: [(String, String)]?, origin: String?
  ) throws -> HTTPResponse {
    var headers: [String: String] = [:]
    headers["Cookie"] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    headers["Origin"] = origin
    if fields != nil { headers["Content-Type"] = "application/x-www-form-urlencoded" }
    let body = (fields ?? []).map { "\(Self.escaped($0.0))=\(Self.escaped($0.1))" }
    let request = HTTPRequest(
      method, path, headers: headers, body: Array(body.joined(separator: "&").utf8))
    let answer = try base.store.transaction(isReading: api.api.isReading(request)) {
      try api.api.answer(request, from: base.store, at: base.now)
    }
    if let cookie = answer.headers["Set-Cookie"] { keep(cookie) }
    return answer
  }

  private func keep(_ header: String) {
    let pair = header.split(separator: ";")[0].split(separator: "=", maxSplits: 1)
    cookies[String(pair[0])] =
      header.contains("Max-Age=0") ? nil : pair.count > 1 ? String(pair[1]) : ""
  }

  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}

extension HTTPResponse {
  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }

  /// What the page's forms would send without a button: names and values of its inputs.
  var fields: [(name: String, value: String)] {
    text.components(separatedBy: "<input ").dropFirst().compactMap { rest in
      let tag = rest.prefix { $0 != ">" }
      guard let name = Self.attribute("name", of: tag) else { return nil }
      let type = Self.attribute("type", of: tag)
      if type == "radio" || type == "checkbox", !tag.contains(" checked") { return nil }
      return (name, Self.attribute("value", of: tag) ?? "")
    }
  }

  /// The value of a field that the page shows.
  func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  private static func attribute(_ name: String, of tag: Substring) -> String? {
    guard let range = tag.range(of: "\(name)=\"") else { return nil }
    let value = tag[range.upperBound...].prefix { $0 != "\"" }
    return value.replacingOccurrences(of: "&quot;", with: "\"")
      .replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
      .replacingOccurrences(of: "&#39;", with: "'").replacingOccurrences(of: "&amp;", with: "&")
  }
}
