import CompactJSON

/// What the document says of a call: the whole of it, beside the code that carries it out.
struct Operation: Sendable {
  /// Who may make a call.
  enum Caller: Sendable {
    /// Anybody.
    case anybody
    /// A parent.
    case parent
    /// A child's device.
    case device
  }

  /// The method.
  let method: String
  /// The path; a part in braces stands for an id.
  let path: String
  /// The name by which programs that are made from the document know it.
  let id: String
  /// What it does, in a few words.
  let summary: String
  /// What else is to know.
  let details: String
  /// What it answers where it is carried out.
  let answers: [Answer]
  /// Why it may be refused, beyond what all calls of its kind are refused for.
  let refusals: [FamilyError.Code]
  /// Who may make it.
  var caller = Caller.anybody
  /// What it takes.
  var body: (schema: Schema, example: JSON)?

  /// Describes a call.
  init(
    _ method: String, _ path: String, _ id: String, _ summary: String, _ details: String = "",
    answers: [Answer], refusals: [FamilyError.Code] = []
  ) {
    self.method = method
    self.path = path
    self.id = id
    self.summary = summary
    self.details = details
    self.answers = answers
    self.refusals = refusals
  }

  /// Everything that it may be refused for.
  var allRefusals: [FamilyError.Code] {
    var codes = refusals + [.unavailable]
    if caller != .anybody { codes.append(.unauthenticated) }
    if caller == .parent, method != "GET" { codes.append(.wrongOrigin) }
    if body != nil { codes += [.malformed, .tooLarge, .unsupportedType, .invalid] }
    return codes
  }
}

extension Operation {
  /// An answer of a call that was carried out.
  struct Answer: Sendable {
    /// The status.
    let status: Int
    /// When it comes.
    let text: String
    /// The body; none where there is none.
    var body: Schema?
    /// The body's type.
    var type = "application/json"
    /// Its headers.
    var headers: [Header] = []
    /// Which calls go on from it.
    var links: [Link] = []
  }

  /// A header of an answer.
  struct Header: Sendable {
    /// The name.
    let name: String
    /// What it says.
    let text: String
    /// Its value.
    var schema = Schema.anyText
  }

  /// A call that goes on from an answer, with what it takes over from there.
  struct Link: Sendable {
    /// The name of the call that goes on.
    let operation: String
    /// What it is for.
    let text: String
    /// What the path takes over: expressions over the answer.
    var parameters: [String: String] = [:]
    /// What the body takes over.
    var body: JSON?
  }
}

extension Operation.Header {
  /// Nobody is to keep the answer, but perhaps to ask again with its tag.
  static let cacheControl = Operation.Header(
    name: "Cache-Control", text: "Who may keep the answer.")

  /// The snapshot's tag.
  static let tag = Operation.Header(
    name: "ETag", text: "What `If-None-Match` takes: the same tag is the same snapshot.",
    schema: .text(pattern: "^\"[^\"]+\"$"))

  /// The cookie of a parent's browser.
  static let cookie = Operation.Header(
    name: "Set-Cookie",
    text: "The session's cookie: HttpOnly, SameSite=Strict, and Secure where the page is.",
    schema: .text(pattern: "^\(SessionCalls.cookie)="))
}
