import HTTPServer

/// How a parent's browser signs in and out.
enum SessionCalls {
  /// The cookie's name.
  static let cookie = "family_session"

  static let routes: [Route] = [
    Route("POST", "/v1/session", .open(signIn)),
    Route("DELETE", "/v1/session", .parent(signOut)),
  ]

  @Sendable private static func signIn(_ call: Call) throws -> HTTPResponse {
    var body = try call.body()
    let token = body.secret("token")
    try body.end()
    let session = try call.limited("sign-in \(call.request.peer)") {
      guard let family = try call.store.family(withToken: token) else {
        throw FamilyError(.unauthenticated, "the token is nobody's")
      }
      return try call.store.openSession(for: family, at: call.now)
    }
    var response = HTTPResponse.noContent
    response.headers["Set-Cookie"] = cookie(
      session.text, for: Int(FamilyStore.sessionLife.components.seconds), call.isSecure)
    return response
  }

  @Sendable private static func signOut(_ call: Call, _ family: Family) throws -> HTTPResponse {
    if let session = call.request.cookie(cookie) {
      try call.store.closeSession(Secret(session))
    }
    var response = HTTPResponse.noContent
    response.headers["Set-Cookie"] = cookie("", for: 0, call.isSecure)
    return response
  }

  private static func cookie(_ value: String, for seconds: Int, _ isSecure: Bool) -> String {
    "\(cookie)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }
}
