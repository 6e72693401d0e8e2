import HTTPServer
import WebOrigin

/// How a parent's browser signs in and out.
enum SessionCalls {
  /// The cookie's name.
  static let cookie = "family_session"

  static let routes: [Route] = [
    Route(
      Operation(
        "POST", "/v1/session", "sign_in", "Signs a browser in",
        "The cookie is good for twelve hours, and until the family's token is replaced.",
        answers: [.init(status: 204, text: "Signed in.", headers: [.cookie])],
        refusals: [.unauthenticated, .tooMany]),
      from: .none,
      reading: RequestBody(
        .secret(
          "token", "The family's token.", example: "Zr8kQe0vT3mXw5bYh7NaPd9sLf2gJc4uKi6oRt1xVy8E")
      ),
      signIn),
    Route(
      Operation(
        "DELETE", "/v1/session", "sign_out", "Signs a browser out",
        answers: [.init(status: 204, text: "Signed out.", headers: [.cookie])]),
      from: .parent, signOut),
  ]

  @Sendable private static func signIn(
    _ call: Call, _: Void, _ token: Secret
  ) throws -> HTTPResponse {
    let session = try call.limited("sign-in \(call.request.peer)") {
      guard let family = try call.store.family(withToken: token) else {
        throw FamilyError(.unauthenticated, "the token is nobody's")
      }
      return try call.store.openSession(for: family, at: call.now)
    }
    var response = HTTPResponse.noContent
    response.headers["Set-Cookie"] = cookie(
      session.text, for: Int(FamilyStore.sessionLife.components.seconds), call.origin.isEncrypted)
    return response
  }

  @Sendable private static func signOut(_ call: Call, _ family: Family) throws -> HTTPResponse {
    if let session = call.request.cookie(cookie) {
      try call.store.closeSession(Secret(session))
    }
    var response = HTTPResponse.noContent
    response.headers["Set-Cookie"] = cookie("", for: 0, call.origin.isEncrypted)
    return response
  }

  /// The header that puts a value into the cookie, for so many seconds; 0 ends it.
  static func cookie(_ value: String, for seconds: Int, _ isSecure: Bool) -> String {
    "\(cookie)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }
}
