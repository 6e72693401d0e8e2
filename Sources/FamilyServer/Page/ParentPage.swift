import CivilTime
import HTTPServer
import WebOrigin

/// The parents' page: forms and what they show, over the same store as the interface.
///
/// Everything works as plain HTML: a form is sent, carried out, and answered with where to go on, or with
/// itself and what was wrong. A form is only taken from a page of the family's origin.
struct ParentPage: Sendable {
  /// The page's origin.
  let origin: WebOrigin

  private static let routes =
    SignInPages.routes + OverviewPages.routes + PolicyPages.routes + ChildPages.routes
    + DevicePages.routes + PairingPages.routes

  /// Shows or does what a request asks of the page, within a transaction of the store's.
  ///
  /// - Returns: `nil` where the path is none of the page's.
  /// - Throws: ``SQLError`` where the whole transaction has to be given up or done again.
  func answer(
    _ request: HTTPRequest, from store: FamilyStore, at now: Instant
  ) throws -> HTTPResponse? {
    let methods = Self.methods(at: request.path)
    guard !methods.isEmpty else { return nil }
    guard request.method != "OPTIONS" else { return .options(methods) }
    // Whoever sends the answer leaves the body out where only the head was asked for.
    let method = request.method == "HEAD" ? "GET" : request.method
    if method == "GET", let file = PageAsset.answer(request.path) { return file }
    let found = Self.place(method, request.path)
    let call = Call(
      request: request, parameters: found?.parameters ?? [:], store: store, now: now,
      origin: origin)
    do {
      guard let place = found?.route else {
        throw FamilyError(.methodNotAllowed, "\(method.prefix(20)) is not for this place")
      }
      if method == "GET" { return try carryOut(place, call) }
      return try store.part { try carryOut(place, call) }
    } catch let failure as CountedFailure {
      try store.countFailure(of: failure.subject, at: now)
      return try refusal(failure.error, to: call)
    } catch let error as FamilyError {
      return try refusal(error, to: call)
    }
  }

  /// Whether something of the page is at a path.
  static func hasPlace(at path: String) -> Bool { !methods(at: path).isEmpty }

  /// The methods that a path takes; none where nothing of the page is.
  private static func methods(at path: String) -> [String] {
    guard PageAsset.answer(path) == nil else { return ["GET"] }
    return routes.filter { $0.match(path) != nil }.map(\.method)
  }

  private static func place(
    _ method: String, _ path: String
  ) -> (route: PageRoute, parameters: [String: String])? {
    for route in routes where route.method == method {
      if let parameters = route.match(path) { return (route, parameters) }
    }
    return nil
  }

  /// The page that says that nothing is where a browser looked for a page.
  func notThere(
    _ request: HTTPRequest, from store: FamilyStore, at now: Instant
  ) throws -> HTTPResponse {
    try refusal(
      FamilyError.notFound("page"),
      to: Call(request: request, parameters: [:], store: store, now: now, origin: origin))
  }

  /// The page that says why nothing can be carried out at all.
  func refusal(_ error: FamilyError, to request: HTTPRequest, at now: Instant) -> HTTPResponse {
    RefusalView(error: error, isToForm: request.method == "POST")
      .answer(in: PageContext(origin: origin, at: now))
  }

  /// What every view needs.
  func context(_ call: Call, _ family: Family?) -> PageContext {
    PageContext(call, family, origin: origin)
  }

  /// The answer that sends a browser on.
  func goOn(to path: String, saying notice: PageNotice? = nil) -> HTTPResponse {
    PageFrame.goOn(to: path, saying: notice, isSecure: origin.isEncrypted)
  }

  private func carryOut(_ place: PageRoute, _ call: Call) throws -> HTTPResponse {
    // A browser sends the cookie whoever asks it to; the origin says whose page asked.
    guard place.method == "GET" || call.request.header("Origin") == origin.text else {
      throw FamilyError(.wrongOrigin, "a form has to come from a page of \(origin.text)")
    }
    switch place.action {
    case .open(let action): return try action(self, call)
    case .parent(let action):
      guard let family = try family(of: call) else { return try SignInPages.ask(self, call) }
      return try action(self, call, family)
    }
  }

  /// The family that the browser is signed in to; `nil` where it isn't.
  func family(of call: Call) throws -> Family? {
    guard let cookie = call.request.cookie(SessionCalls.cookie) else { return nil }
    return try call.store.family(inSession: Secret(cookie), at: call.now)
  }

  /// A page that says why something isn't shown or wasn't done.
  private func refusal(_ error: FamilyError, to call: Call) throws -> HTTPResponse {
    if call.request.path == SignInPages.path, call.request.method == "POST" {
      return try SignInPages.refuse(error, self, call)
    }
    let family = error.code == .wrongOrigin ? nil : try family(of: call)
    var response = RefusalView(error: error, isToForm: call.request.method == "POST")
      .answer(in: context(call, family))
    if error.code == .methodNotAllowed { response.allow(Self.methods(at: call.request.path)) }
    return response
  }
}
