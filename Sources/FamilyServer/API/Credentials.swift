import HTTPServer
import WebOrigin

/// Who may make a call, how he shows who he is, and what the call then knows of him.
struct Credentials<Who>: Sendable {
  /// What the document says of it.
  let caller: Operation.Caller
  /// Says who it is.
  let check: @Sendable (Call) throws -> Who
}

extension Credentials<Void> {
  /// Anybody.
  static let none = Credentials(caller: .anybody) { _ in }
}

extension Credentials<Family> {
  /// A parent: with the family's token, or in a browser that is signed in.
  static let parent = Credentials(caller: .parent) { call in
    if let token = call.request.bearer {
      guard let family = try call.store.family(withToken: token) else {
        throw FamilyError(.unauthenticated, "the token is nobody's")
      }
      return family
    }
    guard let cookie = call.request.cookie(SessionCalls.cookie),
      let family = try call.store.family(inSession: Secret(cookie), at: call.now)
    else { throw FamilyError(.unauthenticated, "sign in first") }
    // A browser sends the cookie whoever asks it to; the origin says whose page asked.
    guard call.request.isReading || call.request.header("Origin") == call.origin.text else {
      throw FamilyError(.wrongOrigin, "a change has to come from a page of \(call.origin.text)")
    }
    return family
  }
}

extension Credentials<Caller> {
  /// A child's device, with its token.
  static let device = Credentials(caller: .device) { call in
    guard let token = call.request.bearer,
      let caller = try call.store.caller(withToken: token)
    else { throw FamilyError(.unauthenticated, "the token is no device's, or was revoked") }
    return caller
  }
}

extension HTTPRequest {
  /// Whether carrying the request out changes nothing.
  var isReading: Bool { ["GET", "HEAD", "OPTIONS"].contains(method) }
}
