import CompactJSON
import HTTPServer

/// The call for the document about all calls.
enum DocumentCall {
  static let route: Route = .init(
    Operation(
      "GET", "/openapi.json", "get_openapi", "Describes all of this, as OpenAPI 3.1",
      answers: [
        .init(
          status: 200, text: "This document.",
          body: .anyObject)
      ]), constant: { answer })

  /// Made once: it only changes with the program, and with the machine's time zones.
  private static let answer = HTTPResponse.json(
    OpenAPIDocument.of(FamilyAPI.routes.map(\.operation)))
}
