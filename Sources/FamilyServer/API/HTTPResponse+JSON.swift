import CivilTime
import CompactJSON
import HTTPServer
import PolicyCore

extension HTTPResponse {
  /// An answer in JSON, which nobody keeps.
  static func json(_ status: Int, _ value: JSON) -> HTTPResponse {
    do {
      return HTTPResponse(
        status: status,
        headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
        body: try CompactJSON.encode(value))
    } catch {
      preconditionFailure("values of this program can be written: \(error)")
    }
  }

  /// An answer in JSON to a call that was carried out.
  static func json(_ value: JSON) -> HTTPResponse { .json(200, value) }

  /// An answer without a body.
  static let noContent = HTTPResponse(status: 204, headers: ["Cache-Control": "no-store"])

  /// A refusal.
  init(_ error: FamilyError) {
    var content: [String: JSON] = [
      "code": .text(error.code.rawValue), "message": .text(error.message),
    ]
    if !error.problems.isEmpty {
      content["detail"] = .list(
        error.problems.map {
          .object(["field": .text($0.field), "problem": .text($0.problem)])
        })
    }
    if let revision = error.currentRevision { content["current_revision"] = JSON(revision) }
    self = .json(error.code.status, .object(["error": .object(content)]))
    if let seconds = error.retryAfter { headers["Retry-After"] = "\(seconds)" }
    if error.code == .unauthenticated { headers["WWW-Authenticate"] = "Bearer" }
  }
}

extension JSON {
  /// A whole number.
  init(_ number: Int) {
    self = .integer(Int64(number))
  }

  /// A time in Unix seconds.
  init(_ instant: Instant) {
    self = .integer(instant.seconds)
  }

  /// A time in Unix seconds, or null.
  init(_ instant: Instant?) {
    self = instant.map { JSON($0) } ?? .null
  }

  /// The fields of a policy.
  init(_ fields: [String: PolicyValue]) {
    self = .object(
      fields.mapValues { value in
        switch value {
        case .number(let number): JSON(number)
        case .text(let text): .text(text)
        case .texts(let texts): .list(texts.map(JSON.text))
        case .other: .null
        }
      })
  }
}
