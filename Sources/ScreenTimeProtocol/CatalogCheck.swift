package import Bus
package import ScreenTimeModel

/// Asks whether applications exist here and may be blocked.
///
/// Sent before a list or rule is saved. Changes nothing.
package struct CatalogCheck: BusRequest {
  /// The applications.
  package let applications: [ApplicationToken]

  /// Makes the request.
  package init(applications: [ApplicationToken]) {
    self.applications = applications
  }

  /// What the service answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// What speaks against each application; those not named are fine.
    package let problems: [CatalogProblem]

    /// Makes the answer.
    package init(problems: [CatalogProblem]) {
      self.problems = problems
    }
  }

  package static let name: MessageName = "catalog.check"
  package static let traits = MessageTraits(
    senders: .everybody,
    effect: .read,
    repeatable: true,
    summary: "Asks whether applications exist here and may be blocked.")
  package static var example: CatalogCheck {
    CatalogCheck(applications: [.exampleChess])
  }
  package static var exampleReply: Reply {
    Reply(problems: [])
  }
  package static let fields: [Field] = [
    .field("applications", .list(Shapes.application), "The applications.")
  ]
  package static let replyFields: [Field] = [
    .field(
      "problems",
      .list(
        .object([
          .field("application", Shapes.application, "The application."),
          .field("kind", .choice(["notInstalled", "neverBlocked"]), "What kind of problem it is."),
          .field("message", .text, "One sentence."),
        ])), "What speaks against each application; those not named are fine.")
  ]
}

/// What speaks against blocking an application.
package struct CatalogProblem: Codable, Sendable, Hashable {
  /// Kinds of problems.
  package enum Kind: String, Codable, Sendable, Hashable {
    /// There is no such application on this machine.
    case notInstalled
    /// Blocking it could make the machine unusable.
    case neverBlocked
  }

  /// The application.
  package let application: ApplicationToken
  /// What kind of problem it is.
  package let kind: Kind
  /// One sentence.
  package let message: String

  /// Makes the description.
  package init(application: ApplicationToken, kind: Kind, message: String) {
    self.application = application
    self.kind = kind
    self.message = message
  }
}
