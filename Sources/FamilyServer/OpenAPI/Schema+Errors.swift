import CompactJSON

extension Schema {
  /// The body of a refusal.
  static func error(_ code: FamilyError.Code) -> Schema {
    var properties = [
      Property("code", constant(.text(code.rawValue)).described("What programs go by.")),
      Property("message", text(1...20_000).described("A sentence for people.")),
    ]
    if code == .invalid {
      let problem = object([
        Property("field", anyText.described("Where: `answers[0].value`, empty for the body.")),
        Property("problem", text(1...1000).described("What is wrong and what would be right.")),
      ])
      properties.append(Property("detail", list(of: problem, 1...2000)))
    }
    if code == .revisionConflict {
      properties.append(
        Property("current_revision", revision("The revision that holds.")))
    }
    return object([Property("error", object(properties))]).described(code.explanation)
      .named("Error_" + code.rawValue)
  }

  /// The bodies of all refusals, by their names.
  static let allErrors = FamilyError.Code.allCases.reduce(into: [String: JSON]()) {
    $0.merge(error($1).definitions) { first, _ in first }
  }
}

extension FamilyError.Code {
  /// When a call is refused so.
  var explanation: String {
    switch self {
    case .malformed: "The body is not JSON, or an object in it has a name twice."
    case .unauthenticated: "No credentials, or ones that are not good, or not any more."
    case .wrongOrigin: "A browser's session was sent by a page of another origin."
    case .notFound: "There is no such thing, or it is another family's."
    case .methodNotAllowed: "The path is there, and takes the methods in `Allow`."
    case .revisionConflict:
      "Another revision holds than the one that was named: it is in `current_revision`."
    case .challengeExpired: "The challenge's ten minutes are over."
    case .challengeSuperseded: "The policy changed since the challenge was made."
    case .challengeWrongDay: "The challenge was made on another day."
    case .codeUsed: "The code was used before."
    case .timezoneLocked: "Minutes were earned by the zone's days, so it stays."
    case .familyFull: "The family has as many children as one may have."
    case .codeExpired: "The code's ten minutes are over."
    case .tooLarge: "The body has more than 64 KiB."
    case .unsupportedType: "The body's type is not `application/json`."
    case .invalid: "The body is JSON, and something in it is not right: `detail` says what."
    case .tooMany: "Too often in too short a time: try again after `Retry-After` seconds."
    case .unavailable:
      "The database can't be reached or has no room; nothing was changed. Try again later."
    }
  }

  /// What the refusal's headers say.
  var headers: [Operation.Header] {
    switch self {
    case .unauthenticated:
      [.init(name: "WWW-Authenticate", text: "How to show who one is.")]
    case .tooMany, .unavailable:
      [
        .init(
          name: "Retry-After", text: "Seconds after which it is worth trying again.",
          schema: .number(from: 1))
      ]
    case .methodNotAllowed: [.init(name: "Allow", text: "The methods that the path takes.")]
    default: []
    }
  }
}
