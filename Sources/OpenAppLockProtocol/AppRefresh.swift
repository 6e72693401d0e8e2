package import Bus

/// Works everything out anew: snapshots, activities and shields.
///
/// What the app does by itself at start, after each change and every 30 seconds. Repeating it is safe.
package struct AppRefresh: BusRequest {
  /// Makes the request.
  package init() {}

  /// What the app answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// Why something isn't enforced, in a sentence; `nil` when everything is.
    package let notEnforced: String?

    /// Makes the answer.
    package init(notEnforced: String? = nil) {
      self.notEnforced = notEnforced
    }
  }

  package static let name: MessageName = "app.refresh"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .change,
    repeatable: true,
    summary: "Works out snapshots, activities and shields anew.")
  package static var example: AppRefresh {
    AppRefresh()
  }
  package static var exampleReply: Reply {
    Reply()
  }
  package static let replyFields: [Field] = [
    .optional(
      "notEnforced", .text,
      "Why something isn't enforced, in a sentence; absent when everything is.")
  ]
}
