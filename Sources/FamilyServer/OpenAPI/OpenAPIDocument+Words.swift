import CompactJSON

extension OpenAPIDocument {
  static let summary =
    "One policy for a family, enforced on its children's devices, and minutes earned."

  static let details = """
    Bodies are JSON in UTF-8, with `Content-Type: application/json`, and at most 64 KiB. A field that \
    is unknown is refused, and so is a whole number that is written otherwise than in digits: `4.0` and \
    `4e0` are not `4`. Objects and lists stand at most 128 deep within each other.

    Every refusal is `{"error": {"code", "message"}}`. Programs go by the code, people by the message. \
    `invalid` has every problem in `detail`, `revision_conflict` has the `current_revision`. An id of \
    somebody else's is refused like one that there is not.

    A path that is not here is answered with 404, a method that its path does not take with 405 and \
    `Allow`. `HEAD` is answered where `GET` is, `OPTIONS` everywhere.

    Who fails ten times at signing in, pairing or unlocking is refused until ten minutes after the first of \
    them (429, with `Retry-After` in seconds). A request's line and headers have at most 16 KiB. What is no HTTP at all \
    is answered without a body of this document's.
    """

  static let tags: [JSON] = [
    .object([
      "name": .text(Operation.Caller.parent.tag),
      "description": .text("With the family's token, or in a browser that is signed in."),
    ]),
    .object([
      "name": .text(Operation.Caller.device.tag),
      "description": .text("With the token that pairing gave the device."),
    ]),
    .object([
      "name": .text(Operation.Caller.anybody.tag), "description": .text("Without credentials."),
    ]),
  ]

  static let securitySchemes: [String: JSON] = [
    "parentToken": .object([
      "type": .text("http"), "scheme": .text("bearer"),
      "description": .text("The family's token, which `family-server token` shows."),
    ]),
    "parentSession": .object([
      "type": .text("apiKey"), "in": .text("cookie"), "name": .text(SessionCalls.cookie),
      "description": .text("The cookie that signing in has set; good for twelve hours."),
    ]),
    "pageOrigin": .object([
      "type": .text("apiKey"), "in": .text("header"), "name": .text("Origin"),
      "description": .text(
        "With the cookie, a change has to come from a page of the server's own origin."),
    ]),
    "deviceToken": .object([
      "type": .text("http"), "scheme": .text("bearer"),
      "description": .text("The device's token, until a parent revokes the device."),
    ]),
  ]

  static func security(_ operation: Operation) -> [JSON] {
    let none = JSON.list([])
    switch operation.caller {
    case .anybody: return []
    case .device: return [.object(["deviceToken": none])]
    case .parent where operation.method == "GET":
      return [.object(["parentToken": none]), .object(["parentSession": none])]
    case .parent:
      return [
        .object(["parentToken": none]), .object(["parentSession": none, "pageOrigin": none]),
      ]
    }
  }
}

extension Operation.Caller {
  /// What such calls are called together.
  var tag: String {
    switch self {
    case .anybody: "Anybody"
    case .parent: "Parents"
    case .device: "Devices"
    }
  }
}
