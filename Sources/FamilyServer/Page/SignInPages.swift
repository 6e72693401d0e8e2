import HTTPServer
import WebOrigin

/// Signing in and out with a form.
enum SignInPages {
  /// Where the form is sent.
  static let path = "/sign-in"

  static let routes: [PageRoute] = [
    PageRoute("GET", path, .open(show)),
    PageRoute("POST", path, .open(signIn)),
    PageRoute("POST", "/sign-out", .open(signOut)),
  ]

  /// Asks to sign in in the place of what needs it, and keeps what was typed.
  static func ask(_ page: ParentPage, _ call: Call) throws(FamilyError) -> HTTPResponse {
    let isForm = call.request.method == "POST"
    let kept = isForm ? try FormBody(call.request) : FormBody([])
    return SignInView(
      next: call.request.path, kept: kept,
      reason: isForm
        ? "Your session has ended, so nothing was saved. Sign in again: what you typed is kept."
        : nil
    ).answer(in: page.context(call, nil))
  }

  /// Says why somebody isn't let in.
  static func refuse(
    _ error: FamilyError, _ page: ParentPage, _ call: Call
  ) throws -> HTTPResponse {
    // A form that can't be read keeps nothing.
    let form = (try? FormBody(call.request)) ?? FormBody([])
    let view = SignInView(next: form.first("next") ?? "/", kept: kept(in: form), refusal: error)
    return view.answer(in: page.context(call, nil))
  }

  @Sendable private static func show(_ page: ParentPage, _ call: Call) throws -> HTTPResponse {
    if try page.family(of: call) != nil { return page.goOn(to: "/") }
    return SignInView(next: "/", kept: FormBody([])).answer(200, in: page.context(call, nil))
  }

  @Sendable private static func signIn(_ page: ParentPage, _ call: Call) throws -> HTTPResponse {
    let form = try FormBody(call.request)
    let token = Secret(String((form.first("token") ?? "").filter { !$0.isWhitespace }))
    let (family, session) = try call.limited("sign-in \(call.request.peer)") {
      guard let family = try call.store.family(withToken: token) else {
        throw FamilyError(.unauthenticated, "the token is nobody's")
      }
      return (family, try call.store.openSession(for: family, at: call.now))
    }
    var response = try goOn(with: form, page, call, family)
    response.headers["Set-Cookie"] = SessionCalls.cookie(
      session.text, for: Int(FamilyStore.sessionLife.components.seconds), call.origin.isEncrypted)
    return response
  }

  /// Shows again what was typed before the session ended, or what was asked for.
  private static func goOn(
    with form: FormBody, _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    let next = form.first("next") ?? "/"
    let kept = kept(in: form)
    if !kept.pairs.isEmpty,
      let shown = try PolicyPages.showAgain(kept, from: next, page, call, family)
        ?? OverviewPages.showAgain(kept, from: next, page, call, family)
    {
      return shown
    }
    return page.goOn(to: destination(next))
  }

  /// A place of the page that can be looked at; nothing of another server's.
  private static func destination(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      let scalar = Unicode.Scalar(byte)
      return scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789/-_".contains(Character(scalar)))
    }
    let views =
      OverviewPages.routes + PolicyPages.routes + ChildPages.routes + DevicePages.routes
      + PairingPages.routes
    return isPlain && views.contains { $0.method == "GET" && $0.match(path) != nil } ? path : "/"
  }

  private static func kept(in form: FormBody) -> FormBody {
    FormBody(
      form.pairs.filter { $0.name.hasPrefix("kept.") }
        .map { (String($0.name.dropFirst(5)), $0.value) })
  }

  @Sendable private static func signOut(_ page: ParentPage, _ call: Call) throws -> HTTPResponse {
    if let session = call.request.cookie(SessionCalls.cookie) {
      try call.store.closeSession(Secret(session))
    }
    var response = page.goOn(to: path)
    response.headers["Set-Cookie"] = SessionCalls.cookie("", for: 0, call.origin.isEncrypted)
    return response
  }
}
