import CivilTime
import HTTPServer
import WebOrigin

/// A call that is being carried out.
struct Call {
  /// The request.
  let request: HTTPRequest
  /// What the path holds in the place of its names.
  let parameters: [String: String]
  /// The store, within a transaction.
  let store: FamilyStore
  /// The time.
  let now: Instant
  /// The origin of the parents' page.
  let origin: WebOrigin

  /// An id from the path.
  func id<Kind>(_ name: String) -> Identifier<Kind> { Identifier(parameters[name] ?? "") }
}
