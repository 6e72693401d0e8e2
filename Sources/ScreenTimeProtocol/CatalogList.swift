package import Bus
package import ScreenTimeModel

/// Lists the applications of this machine.
///
/// Changes nothing.
package struct CatalogList: BusRequest {
  /// Only applications whose id or name contains this, whatever the case.
  package let search: String?
  /// Only applications of this category.
  package let category: ActivityCategoryToken?

  /// Makes the request.
  package init(search: String? = nil, category: ActivityCategoryToken? = nil) {
    self.search = search
    self.category = category
  }

  /// What the service answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// The applications, by name.
    package let applications: [CatalogApplication]

    /// Makes the answer.
    package init(applications: [CatalogApplication]) {
      self.applications = applications
    }
  }

  package static let name: MessageName = "catalog.list"
  package static let traits = MessageTraits(
    senders: .everybody,
    effect: .read,
    repeatable: true,
    summary: "Lists the applications of this machine with their categories.")
  package static var example: CatalogList {
    CatalogList(search: "chess")
  }
  package static var exampleReply: Reply {
    Reply(applications: [
      CatalogApplication(
        token: .exampleChess, name: "Chess", categories: [.exampleGames],
        executables: ["/usr/games/chess"])
    ])
  }
  package static let fields: [Field] = [
    .optional(
      "search", .text, "Only applications whose id or name contains this, whatever the case."),
    .optional("category", Shapes.category, "Only applications of this category."),
  ]
  package static let replyFields: [Field] = [
    .field(
      "applications",
      .list(
        .object([
          .field("token", Shapes.application, "How it is named."),
          .field("name", .text, "What a person calls it."),
          .field("categories", .list(Shapes.category), "Its categories, sorted."),
          .field("executables", .list(.text), "The files that it runs."),
        ])), "The applications, by name."
    ).ofMachine
  ]
}

/// An application of this machine.
package struct CatalogApplication: Codable, Sendable, Hashable {
  /// How it is named.
  package let token: ApplicationToken
  /// What a person calls it.
  package let name: String
  /// Its categories, sorted.
  package let categories: [ActivityCategoryToken]
  /// The files that it runs.
  package let executables: [String]

  /// Makes the description.
  package init(
    token: ApplicationToken, name: String, categories: [ActivityCategoryToken],
    executables: [String]
  ) {
    self.token = token
    self.name = name
    self.categories = categories
    self.executables = executables
  }
}
