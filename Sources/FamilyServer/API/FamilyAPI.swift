package import CivilTime
import Database
package import HTTPServer

/// The interface: from a request to an answer, over a store (docs/family.md).
///
/// Who the caller is comes first, then what the body says, then what the store says to it.
package struct FamilyAPI: Sendable {
  /// The origin of the parents' page, `https://family.example`: a browser's session only changes
  /// something for pages of it.
  private let origin: String

  /// Makes the interface.
  package init(origin: String) {
    self.origin = origin
  }

  private static let routes = SessionCalls.routes + ParentCalls.routes + DeviceCalls.routes

  private var isSecure: Bool { origin.hasPrefix("https://") }

  /// Whether carrying a request out changes nothing.
  package func isReading(_ request: HTTPRequest) -> Bool { request.method == "GET" }

  /// Carries a request out, within a transaction of the store's.
  ///
  /// A refusal leaves the store as it was, but for the failure that is counted.
  ///
  /// - Throws: ``SQLError`` where the whole transaction has to be given up or done again.
  package func answer(
    _ request: HTTPRequest, from store: FamilyStore, at now: Instant
  ) throws -> HTTPResponse {
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

  private func carryOut(
    _ request: HTTPRequest, _ store: FamilyStore, _ now: Instant
  ) throws -> HTTPResponse {
    let places = Self.routes.compactMap { route in
      route.match(request.path).map { (route, $0) }
    }
    guard !places.isEmpty else { throw FamilyError.notFound("place") }
    guard let (route, parameters) = places.first(where: { $0.0.method == request.method }) else {
      var response = HTTPResponse(
        FamilyError(.methodNotAllowed, "\(request.method) is not for this place"))
      response.headers["Allow"] = places.map(\.0.method).sorted().joined(separator: ", ")
      return response
    }
    let call = Call(
      request: request, parameters: parameters, store: store, now: now, isSecure: isSecure)
    switch route.action {
    case .open(let action): return try action(call)
    case .parent(let action): return try action(call, try parent(of: call))
    case .device(let action): return try action(call, try device(of: call))
    }
  }

  private func parent(of call: Call) throws -> Family {
    if let token = Self.bearer(call.request) {
      guard let family = try call.store.family(withToken: token) else {
        throw FamilyError(.unauthenticated, "the token is nobody's")
      }
      return family
    }
    guard let cookie = call.request.cookie(SessionCalls.cookie),
      let family = try call.store.family(inSession: Secret(cookie), at: call.now)
    else { throw FamilyError(.unauthenticated, "sign in first") }
    // A browser sends the cookie whoever asks it to; the origin says whose page asked.
    guard isReading(call.request) || call.request.header("Origin") == origin else {
      throw FamilyError(.wrongOrigin, "a change has to come from a page of \(origin)")
    }
    return family
  }

  private func device(of call: Call) throws -> Caller {
    guard let token = Self.bearer(call.request),
      let caller = try call.store.caller(withToken: token)
    else { throw FamilyError(.unauthenticated, "the token is no device's, or was revoked") }
    return caller
  }

  private static func bearer(_ request: HTTPRequest) -> Secret? {
    guard let header = request.header("Authorization") else { return nil }
    let words = header.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    return Secret(String(words[1]))
  }
}
