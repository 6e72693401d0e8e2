package import Bus

/// Says whose programs are watched and blocked.
///
/// Sent by the app's settings. Lasts until it is said again; kept by the service. Repeating it is safe.
package struct SupervisionSet: BusRequest {
  /// User ids; `nil` means the instance's own rule (decision P8).
  package let users: [UInt32]?

  /// Makes the request.
  package init(users: [UInt32]? = nil) {
    self.users = users
  }

  package typealias Reply = Acknowledged

  package static let name: MessageName = "supervision.set"
  package static let traits = MessageTraits(
    senders: .controllers,
    effect: .change,
    repeatable: true,
    summary: "Says whose programs are watched and blocked.")
  package static var example: SupervisionSet {
    SupervisionSet(users: [1000])
  }
  package static var exampleReply: Reply {
    Acknowledged()
  }
  package static let fields: [Field] = [
    .optional("users", .list(.integer), "User ids; without it the instance's own rule.")
  ]
  package static let errors: [MessageError] = [
    MessageError(.notSaved, "the disk does not take it")
  ]
}
