package import CivilTime
import Database
package import HTTPServer
package import WebOrigin

/// The interface: from a request to an answer, over a store (docs/family.md).
///
/// Who the caller is comes first, then what the body says, then what the store says to it.
package struct FamilyAPI: Sendable {
  /// The origin of the parents' page, `https://family.example`: a browser's session only changes
  /// something for pages of it.
  private let origin: WebOrigin
  private let page: ParentPage

  /// Makes the interface.
  package init(origin: WebOrigin) {
    self.origin = origin
    page = ParentPage(origin: origin)
  }

  /// All calls, and with them all that the document describes.
  static let routes: [Route] =
    SessionCalls.routes + ParentCalls.routes + DeviceCalls.routes + ProcessPlace.routes
    + [DocumentCall.route]

  /// Answers a request that needs nothing of the database: what only changes with the program, and what
  /// was read before, which is a snapshot, as long as nobody has changed anything.
  package func answerAtOnce(
    _ request: HTTPRequest, from store: FamilyStore, at now: Instant
  ) -> HTTPResponse? {
    guard request.method == "GET", request.path == "/v1/device/snapshot" else {
      return Self.constantAnswer(to: request)
    }
    guard let token = request.bearer,
      let told = store.toldSnapshot(toTokenHash: token.hash, at: now)
    else { return nil }
    return told.answer(to: request, at: now)
  }

  /// The page's files, and the document: they are there whatever has become of the database.
  private static func constantAnswer(to request: HTTPRequest) -> HTTPResponse? {
    guard request.method == "GET" || request.method == "HEAD" else { return nil }
    if case .constant(let answer)? = fixedPlaces[request.path]?.first?.route.action {
      return answer()
    }
    return PageAsset.answer(request.path)
  }

  /// Whether carrying a request out changes nothing.
  package func isReading(_ request: HTTPRequest) -> Bool { request.isReading }

  /// The place that the process answers for, where a request asks for one.
  package func processPlace(of request: HTTPRequest) -> ProcessPlace? {
    guard request.method == "GET" || request.method == "HEAD",
      case .process(let place)? = Self.places(at: request.path).first?.route.action
    else { return nil }
    return place
  }

  /// Carries a request out, within a transaction of the store's.
  ///
  /// A refusal leaves the store as it was, but for the failure that is counted.
  ///
  /// - Throws: ``SQLError`` where the whole transaction has to be given up or done again.
  package func answer(
    _ request: HTTPRequest, from store: FamilyStore, at now: Instant
  ) throws -> HTTPResponse {
    if !request.path.hasPrefix("/v1/"), let shown = try page.answer(request, from: store, at: now) {
      return shown
    }
    if Self.isLost(request) { return try page.notThere(request, from: store, at: now) }
    do {
      if isReading(request) { return try carryOut(request, store, now) }
      return try store.part { try carryOut(request, store, now) }
    } catch let failure as CountedFailure {
      try store.countFailure(of: failure.subject, at: now)
      return HTTPResponse(failure.error)
    } catch let error as FamilyError {
      return HTTPResponse(error)
    }
  }

  /// The answer to a request that could not be carried out at all: a page, where one was asked for.
  package func refusal(
    _ error: FamilyError, to request: HTTPRequest, at now: Instant
  ) -> HTTPResponse {
    guard ParentPage.hasPlace(at: request.path) || Self.isLost(request) else {
      return HTTPResponse(error)
    }
    return page.refusal(error, to: request, at: now)
  }

  /// Whether a page is asked for where there is neither a page nor a call.
  private static func isLost(_ request: HTTPRequest) -> Bool {
    !request.path.hasPrefix("/v1/") && request.wantsPage && places(at: request.path).isEmpty
  }

  private func carryOut(
    _ request: HTTPRequest, _ store: FamilyStore, _ now: Instant
  ) throws -> HTTPResponse {
    let places = Self.places(at: request.path)
    guard !places.isEmpty else { throw FamilyError.notFound("place") }
    // A body that isn't asked for is left out by whoever sends the answer.
    let method = request.method == "HEAD" ? "GET" : request.method
    guard let (route, parameters) = places.first(where: { $0.route.operation.method == method })
    else { return Self.answer(without: request.method, at: places.map(\.route)) }
    switch route.action {
    case .call(let action):
      return try action(
        Call(request: request, parameters: parameters, store: store, now: now, origin: origin))
    case .constant(let answer): return answer()
    // The process answers for its own places before anybody is asked; without one they aren't there.
    case .process: throw FamilyError.notFound("place")
    }
  }

  private typealias Place = (route: Route, parameters: [String: String])

  private static func places(at path: String) -> [Place] { fixedPlaces[path] ?? find(path) }

  /// What is at the paths without names, found once: most calls are to one of them.
  private static let fixedPlaces: [String: [Place]] = Dictionary(
    routes.filter { !$0.operation.path.contains("{") }
      .map { ($0.operation.path, find($0.operation.path)) }, uniquingKeysWith: { first, _ in first }
  )

  private static func find(_ path: String) -> [Place] {
    guard let parts = Route.parts(of: path) else { return [] }
    return routes.compactMap { route in route.match(parts).map { (route, $0) } }
  }

  /// Answers a method that no call at the place has: what there is, or a refusal that says the same.
  private static func answer(without method: String, at routes: [Route]) -> HTTPResponse {
    let methods = routes.map(\.operation.method)
    guard method != "OPTIONS" else { return .options(methods) }
    var response = HTTPResponse(
      FamilyError(.methodNotAllowed, "\(method.prefix(20)) is not for this place"))
    response.allow(methods)
    return response
  }
}
