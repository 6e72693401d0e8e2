package import Bus

/// Tells how much the service takes on of an app group.
///
/// Changes nothing. What passes one of these limits is refused with `overLimit` or `excessiveActivities`;
/// an app that asks first can say so when something is saved rather than when it is due (decision P6).
package struct LimitsRead: BusRequest {
  /// Makes the request.
  package init() {}

  /// What the service answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// The name of the limits in force, `linux` or `ios`.
    package let name: String
    /// How many activities may be monitored.
    package let activities: Int
    /// How many stores may say something; `nil` for any number.
    package let stores: Int?
    /// How many tokens one field of a store or a selection may hold; `nil` for any number.
    package let tokensPerField: Int?

    /// Makes the answer.
    package init(name: String, activities: Int, stores: Int?, tokensPerField: Int?) {
      self.name = name
      self.activities = activities
      self.stores = stores
      self.tokensPerField = tokensPerField
    }
  }

  package static let name: MessageName = "limits.read"
  package static let traits = MessageTraits(
    senders: .everybody,
    effect: .read,
    repeatable: true,
    summary: "Tells how many activities, stores and tokens an app group may have.")
  package static var example: LimitsRead {
    LimitsRead()
  }
  package static var exampleReply: Reply {
    Reply(name: "ios", activities: 20, stores: 50, tokensPerField: 50)
  }
  package static let replyFields: [Field] = [
    .field("name", .text, "The name of the limits in force, `linux` or `ios`."),
    .field("activities", .integer, "How many activities may be monitored."),
    .optional("stores", .integer, "How many stores may say something; without it any number."),
    .optional(
      "tokensPerField", .integer, "How many tokens one field may hold; without it any number."),
  ]
}
