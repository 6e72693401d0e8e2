package import Bus
package import CivilTime
package import ScreenTimeModel

/// Tells how long the apps of a selection were in use on a day: their union, never their sum.
///
/// Changes nothing.
package struct UsageRead: BusRequest {
  /// Whose use is asked for; empty means all.
  package let selection: FamilyActivitySelection
  /// The local date; `nil` means today.
  package let date: CivilDate?
  /// The identifier of the zone whose day is meant; `nil` means the one in force.
  package let zone: String?

  /// Makes the request.
  package init(
    selection: FamilyActivitySelection, date: CivilDate? = nil, zone: String? = nil
  ) {
    self.selection = selection
    self.date = date
    self.zone = zone
  }

  /// What the service answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// Seconds of use.
    package let seconds: Int

    /// Makes the answer.
    package init(seconds: Int) {
      self.seconds = seconds
    }
  }

  package static let name: MessageName = "usage.read"
  package static let traits = MessageTraits(
    senders: .writers,
    effect: .read,
    repeatable: true,
    summary: "Tells how long a selection was in use on a day.")
  package static var example: UsageRead {
    UsageRead(selection: FamilyActivitySelection(applicationTokens: [.exampleChess]))
  }
  package static var exampleReply: Reply {
    Reply(seconds: 1080)
  }
  package static let fields: [Field] = [
    .field(
      "selection", .object(Shapes.selection), "Whose use is asked for; an empty one means all."),
    .optional("date", .form(.date), "The local date; without it today."),
    .optional(
      "zone", .form(.zone), "The zone whose day is meant; without it the zone in force."),
  ]
  package static let replyFields: [Field] = [
    .field("seconds", .integer, "Seconds of use.")
  ]
  package static let errors: [MessageError] = [
    MessageError(.invalid, "nobody knows the zone")
  ]
}
