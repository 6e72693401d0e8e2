import CompactJSON
import Foundation
import TestSupport
import Testing

@Suite("Requests that no ordinary client sends")
struct WireTests {
  private static let bodies: [(bytes: [UInt8], outcome: String)] = [
    (utf8(#"{"name": "Mia"}"#), "201"),
    (utf8(" \t\r\n{ \"name\" :\n\"Mia\" }\r\n "), "201"),
    (utf8(#"{"n\u0061me": "M\u0069a"}"#), "201"),
    (utf8(#"{"name": "Mia \ud83d\ude00"}"#), "201"),
    (utf8(#"{"name": "Mia"}"# + String(repeating: " ", count: 65_536 - 15)), "201"),
    (utf8(#"{"name": "Mia"}"# + String(repeating: " ", count: 65_537 - 15)), "413 too_large"),
    (utf8(String(repeating: "[", count: 65_536)), "400 malformed"),
    (utf8(String(repeating: #"{"name":"#, count: 8_000)), "400 malformed"),
    (utf8(String(repeating: "[", count: 128) + String(repeating: "]", count: 128)), "422 invalid"),
    (
      utf8(String(repeating: "[", count: 129) + String(repeating: "]", count: 129)), "400 malformed"
    ),
    (utf8("\u{FEFF}" + #"{"name": "Mia"}"#), "400 malformed"),
    ([0xFF, 0xFE] + utf8(#"{"name": "Mia"}"#).flatMap { [$0, 0] }, "400 malformed"),
    (utf8(#"{"name": "M"#) + [0xFF] + utf8(#"a"}"#), "400 malformed"),
    // Longer than needed, beyond Unicode, half a pair.
    (utf8(#"{"name": "M"#) + [0xC0, 0x80] + utf8(#"a"}"#), "400 malformed"),
    (utf8(#"{"name": "M"#) + [0xF4, 0x90, 0x80, 0x80] + utf8(#"a"}"#), "400 malformed"),
    (utf8(#"{"name": "M"#) + [0xED, 0xA0, 0x80] + utf8(#"a"}"#), "400 malformed"),
    (utf8(#"{"name": "M\ud800a"}"#), "400 malformed"),
    (utf8(#"{"name": "M\udc00a"}"#), "400 malformed"),
    (utf8(#"{"name": "M\ud800\ud800"}"#), "400 malformed"),
    (utf8(#"{"name": "M\u0000a"}"#), "422 invalid"),
    (utf8(#"{"name": "M"#) + [0] + utf8(#"a"}"#), "400 malformed"),
    (utf8(#"{"name": "Mia"}"#) + [0], "400 malformed"),
    (utf8(#"{"name": "Mia", "name": "Mia"}"#), "400 malformed"),
    (utf8(#"{"name": "Mia", "n\u0061me": "Ben"}"#), "400 malformed"),
    (utf8(#"{"name": "Mia"} {}"#), "400 malformed"), (utf8(#"{"name": "Mia",}"#), "400 malformed"),
    (utf8(#"{"name": "Mia"} // a child"#), "400 malformed"),
    (utf8("{'name': 'Mia'}"), "400 malformed"),
    (utf8("name=Mia"), "400 malformed"), (utf8("NaN"), "400 malformed"), ([], "400 malformed"),
    (utf8("null"), "422 invalid"), (utf8("4"), "422 invalid"), (utf8(#""Mia""#), "422 invalid"),
    (utf8(#"{"name": 9223372036854775808}"#), "422 invalid"),
    (utf8(#"{"name": 1e999}"#), "422 invalid"),
    (utf8(#"{"name": "\u202eaiM"}"#), "422 invalid"),
    (utf8(#"{"name": " \u00a0 "}"#), "422 invalid"),
  ]

  private static func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("a body that is odd in one way is taken or refused with its reason, and hurts nobody")
  func bodies() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let wire = try Wire(in: scratch)
    for (bytes, outcome) in Self.bodies {
      let answer = try wire.send(
        "POST", "/v1/parent/children",
        ["Authorization: Bearer \(wire.parent)", "Content-Type: application/json"], body: bytes)
      #expect(
        answer.outcome == outcome, "\(String(decoding: bytes.prefix(60), as: UTF8.self))")
    }
    #expect(try wire.send("GET", "/healthz").outcome == "200")
  }

  @Test("a whole number is one of 64 bits in digits, and within its field's range")
  func numbers() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let wire = try Wire(in: scratch)
    for (number, outcome) in [
      ("12", "204"), ("0", "204"), ("-0", "204"), ("1440", "204"), ("1441", "422 invalid"),
      ("-1", "422 invalid"), ("12.0", "422 invalid"), ("12e0", "422 invalid"),
      ("1200e-2", "422 invalid"), ("9223372036854775807", "422 invalid"),
      ("9223372036854775808", "422 invalid"), ("-9223372036854775809", "422 invalid"),
      ("18446744073709551628", "422 invalid"), ("1e400", "422 invalid"), ("012", "400 malformed"),
      ("+12", "400 malformed"), ("0x0C", "400 malformed"), ("12.", "400 malformed"),
    ] {
      let body = """
        {"policy_revision": 1, "monitoring": "active", "shielded": false, "detail": "",
         "observed_minutes": \(number), "observed_day": "2025-01-06"}
        """
      let answer = try wire.send(
        "POST", "/v1/device/status",
        ["Authorization: Bearer \(wire.device)", "Content-Type: application/json"],
        body: Array(body.utf8))
      #expect(answer.outcome == outcome, "\(number)")
    }
  }

  private static let places: [(method: String, path: String, outcome: String, allow: String)] = [
    ("GET", "/v1/parent/family", "200", ""), ("GET", "/v1/parent/family?x=%00&y", "200", ""),
    ("GET", "/v1/parent/family?", "200", ""), ("GET", "/v1/%70arent/family", "200", ""),
    ("HEAD", "/v1/parent/family", "200", ""), ("HEAD", "/healthz", "200", ""),
    ("HEAD", "/metrics", "200", ""), ("HEAD", "/openapi.json", "200", ""),
    ("HEAD", "/v1/parent/nothing", "404", ""), ("HEAD", "/v1/pair", "405", "OPTIONS, POST"),
    ("OPTIONS", "/v1/parent/family", "204", "GET, HEAD, OPTIONS"),
    ("OPTIONS", "/v1/session", "204", "DELETE, OPTIONS, POST"),
    ("OPTIONS", "/v1/parent/devices/x", "204", "DELETE, OPTIONS"),
    ("OPTIONS", "/healthz", "204", "GET, HEAD, OPTIONS"),
    ("OPTIONS", "/v1/nothing", "404 not_found", ""),
    ("POST", "/healthz", "405 method_not_allowed", "GET, HEAD, OPTIONS"),
    ("PATCH", "/v1/parent/policy", "405 method_not_allowed", "OPTIONS, PUT"),
    ("TRACE", "/v1/parent/family", "405 method_not_allowed", "GET, HEAD, OPTIONS"),
    ("BREW", "/v1/pair", "405 method_not_allowed", "OPTIONS, POST"),
    ("get", "/v1/parent/family", "405 method_not_allowed", "GET, HEAD, OPTIONS"),
    ("GET", "/v1/parent/family/", "404 not_found", ""),
    ("GET", "/v1//parent/family", "404 not_found", ""),
    ("GET", "//v1/parent/family", "404 not_found", ""),
    ("GET", "/V1/parent/family", "404 not_found", ""), ("GET", "/v1/parent", "404 not_found", ""),
    ("GET", "/v1/parent%2Ffamily", "404 not_found", ""),
    ("GET", "/v1/parent/family%00", "404 not_found", ""),
    ("GET", "/v1/parent/family%", "404 not_found", ""),
    ("GET", "/v1/parent/famil%zz", "404 not_found", ""),
    ("GET", "/v1/parent/famil%FF", "404 not_found", ""),
    ("GET", "/v1/parent/../parent/family", "404 not_found", ""),
    // An id that is none, however it is written, and never another call.
    ("DELETE", "/v1/parent/devices/nobody's", "404 not_found", ""),
    ("DELETE", "/v1/parent/devices/%2e%2e", "404 not_found", ""),
    ("DELETE", "/v1/parent/devices/x%2Fconfiguration-code", "404 not_found", ""),
    ("DELETE", "/v1/parent/devices/%00", "404 not_found", ""),
    ("DELETE", "/v1/parent/devices/%F0%9F%98%80", "404 not_found", ""),
    ("DELETE", "/v1/parent/devices/", "404 not_found", ""),
  ]

  @Test(
    "a path leads to one place or to none, and a method that a place lacks is told which it has")
  func places() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let wire = try Wire(in: scratch)
    for place in Self.places {
      let answer = try wire.send(
        place.method, place.path, ["Authorization: Bearer \(wire.parent)"])
      #expect(answer.outcome == place.outcome, "\(place.method) \(place.path)")
      #expect(answer.header("Allow") == place.allow, "\(place.method) \(place.path)")
      if ["HEAD", "OPTIONS"].contains(place.method), place.outcome < "3" {
        #expect(answer.body.isEmpty)
      }
      if place.method == "HEAD" {
        #expect(answer.body.isEmpty && Int(answer.header("Content-Length")) ?? 0 > 0)
      }
    }
    // An id may be written with escapes.
    let family = try JSON(
      parsing: try wire.send(
        "GET", "/v1/parent/family", ["Authorization: Bearer \(wire.parent)"]
      ).body)
    let id = family[at: "children"][at: 0][at: "devices"][at: 0][at: "device_id"].asText
    let escaped = id.utf8.map { "%" + String($0, radix: 16) }.joined()
    let code = try wire.send(
      "POST", "/v1/parent/devices/\(escaped)/configuration-code",
      ["Authorization: Bearer \(wire.parent)"], body: [])
    #expect(code.outcome == "201")
  }

  @Test("the ways to write a body's type, its length and its coming")
  func transfers() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let wire = try Wire(in: scratch)
    let who = "Authorization: Bearer \(wire.parent)"
    let body = Array(#"{"name": "Mia"}"#.utf8)
    for (type, outcome) in [
      ("application/json", "201"), ("application/json; charset=utf-8", "201"),
      ("application/json;charset=utf-8", "201"), ("Application/JSON", "201"),
      ("application/json ; x", "201"), ("application/json;", "201"),
      ("text/json", "415 unsupported_type"), ("application/jsonx", "415 unsupported_type"),
      ("application / json", "415 unsupported_type"), ("", "415 unsupported_type"),
      ("application/vnd.api+json", "415 unsupported_type"),
      ("text/plain, application/json", "415 unsupported_type"),
    ] {
      let answer = try wire.send(
        "POST", "/v1/parent/children", [who, "Content-Type: \(type)"], body: body)
      #expect(answer.outcome == outcome, "\(type)")
    }
    let head = [who, "Content-Type: application/json"]
    #expect(
      try wire.send("POST", "/v1/parent/children", [who], body: body).outcome
        == "415 unsupported_type")
    // No length at all is no body.
    #expect(try wire.send("POST", "/v1/parent/children", head).outcome == "400 malformed")
    let chunks = "5\r\n{\"nam\r\n5;x=y\r\ne\": \"\r\n5\r\nMia\"}\r\n0\r\n\r\n"
    let chunked = try wire.exchange(
      Array(
        ("POST /v1/parent/children HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
          + (head + ["Transfer-Encoding: chunked"]).joined(separator: "\r\n") + "\r\n\r\n" + chunks)
          .utf8))
    #expect(chunked.outcome == "201")
    let expecting = try wire.send(
      "POST", "/v1/parent/children", head + ["Expect: 100-continue"], body: body)
    #expect(expecting.outcome == "201")
    for length in ["-1", "x", "1x", "99999999999999999999999"] {
      let answer = try wire.send(
        "POST", "/v1/parent/children", head + ["Content-Length: \(length)"])
      #expect(["400", "413"].contains(String(answer.outcome.prefix(3))), "\(length)")
    }
    // Headers beyond what is taken, and what is no HTTP.
    let long = String(repeating: "x", count: 20_000)
    #expect(try wire.send("GET", "/healthz", ["X: \(long)"]).outcome.hasPrefix("4"))
    #expect(try wire.exchange(Array("nonsense\r\n\r\n".utf8)).outcome != "200")
    #expect(try wire.send("GET", "/healthz").outcome == "200")
  }

  /// What says in two ways where a body ends, and that body.
  private static let lengths: [(headers: [String], body: String)] = [
    (["Content-Length: 2", "Content-Length: 40"], "{}"),
    (["Content-Length: 40", "Content-Length: 2"], "{}"),
    (["Content-Length: 2", "content-length: 2"], "{}"),
    (["Content-Length: 2", "Transfer-Encoding: chunked"], "2\r\n{}\r\n0\r\n\r\n"),
    (["Transfer-Encoding: chunked", "Content-Length: 2"], "2\r\n{}\r\n0\r\n\r\n"),
    (["Transfer-Encoding: chunked", "Transfer-Encoding: x"], "2\r\n{}\r\n0\r\n\r\n"),
    (["Content-Length : 2"], "{}"),
  ]

  @Test("a body whose length is said twice is refused, and nothing behind it is read as a request")
  func smuggling() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let wire = try Wire(in: scratch)
    let next = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    for start in [
      "POST /v1/session", "PUT /v1/parent/policy", "GET /healthz", "DELETE /v1/session",
      "PATCH /v1/pair", "POST /sign-in",
    ] {
      for (headers, body) in Self.lengths {
        let head =
          ["\(start) HTTP/1.1", "Host: x", "Content-Type: application/json"] + headers
        let text = head.joined(separator: "\r\n") + "\r\n\r\n" + body + next
        let answer = try wire.exchange(Array(text.utf8))
        #expect(answer.outcome.hasPrefix("400"), "\(start) \(headers)")
        #expect(answer.header("Connection").lowercased() == "close", "\(start) \(headers)")
        let rest = String(decoding: answer.body, as: UTF8.self)
        #expect(!rest.contains("HTTP/1.1"), "\(start) \(headers): \(rest)")
      }
    }
    #expect(try wire.send("GET", "/healthz").outcome == "200")
  }

  @Test("credentials are good in the spellings that HTTP knows, and in no others")
  func credentials() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let wire = try Wire(in: scratch)
    let token = wire.parent
    let signedIn = try wire.send(
      "POST", "/v1/session", ["Content-Type: application/json"],
      body: Array(#"{"token": "\#(token)"}"#.utf8))
    let cookie = String(signedIn.header("Set-Cookie").prefix { $0 != ";" })
    let session = String(cookie.split(separator: "=", maxSplits: 1).last ?? "")
    for (header, isGood) in [
      ("Authorization: Bearer \(token)", true), ("authorization: bearer \(token)", true),
      ("AUTHORIZATION: BEARER \(token)", true), ("Authorization:   Bearer   \(token)  ", true),
      ("Authorization: Bearer \(token) x", false), ("Authorization: Bearer\(token)", false),
      ("Authorization: Bearer", false), ("Authorization: Bearer ", false),
      ("Authorization: \(token)", false), ("Authorization: Token \(token)", false),
      ("Authorization: Bearer \"\(token)\"", false), ("Authorization: Bearer \(token),", false),
      ("Authorization: Basic \(token)", false), ("Authorization: Bearer \(wire.device)", false),
      ("Authorization: Bearer \(token.dropLast())", false),
      ("X-Authorization: Bearer \(token)", false),
      ("Cookie: \(cookie)", true), ("Cookie: a=b; \(cookie)", true),
      ("Cookie: a=b;\(cookie)", true),
      ("Cookie: \(cookie); \(cookie)x", true), ("cookie: \(cookie);", true),
      ("Cookie: family_session=x; \(cookie)", false), ("Cookie: FAMILY_SESSION=\(session)", false),
      ("Cookie: family_session=\"\(session)\"", false), ("Cookie: family_session=", false),
      ("Cookie: xfamily_session=\(session)", false), ("Cookie: \(cookie)x", false),
      ("Cookie: family_session", false),
    ] {
      let answer = try wire.send("GET", "/v1/parent/family", [header])
      let isRight =
        isGood ? answer.outcome == "200" : ["400", "401"].contains(answer.outcome.prefix(3))
      #expect(isRight, "\(header.debugDescription): \(answer.outcome)")
    }
  }

  @Test("a snapshot's tag is known in every way that a list of tags is written")
  func tags() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let wire = try Wire(in: scratch)
    let who = "Authorization: Bearer \(wire.device)"
    let tag = try wire.send("GET", "/v1/device/snapshot", [who]).header("ETag")
    for (known, outcome) in [
      (tag, "304"), ("W/\(tag)", "304"), ("\"x\", \(tag)", "304"), ("\"x\",\(tag),\"y\"", "304"),
      ("\(tag) , \"y\"", "304"), ("*", "304"), ("\"x\"", "200"), ("", "200"),
      (tag.replacing("\"", with: ""), "200"), ("w/\(tag)", "200"),
    ] {
      for method in ["GET", "HEAD"] {
        let answer = try wire.send(
          method, "/v1/device/snapshot", [who, "If-None-Match: \(known)"])
        #expect(answer.outcome == outcome, "\(method) \(known)")
        #expect(answer.header("ETag") == tag)
        if outcome == "304" || method == "HEAD" { #expect(answer.body.isEmpty) }
      }
    }
  }
}
