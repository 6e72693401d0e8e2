package import Bus

/// Asks for, or after, the permission to restrict this machine.
///
/// Sent by an app. `individual` is granted to whoever the service serves; `child` needs an administrator.
package struct AuthorizationAsk: BusRequest {
  /// For whom; `nil` only asks how it stands.
  package let member: FamilyMember?

  /// Makes the request.
  package init(member: FamilyMember? = nil) {
    self.member = member
  }

  /// What the service answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// How it stands.
    package let status: AuthorizationState

    /// Makes the answer.
    package init(status: AuthorizationState) {
      self.status = status
    }
  }

  package static let name: MessageName = "authorization.ask"
  package static let traits = MessageTraits(
    senders: .writers,
    effect: .change,
    repeatable: true,
    summary: "Asks for, or after, the permission to restrict this machine.")
  package static var example: AuthorizationAsk {
    AuthorizationAsk(member: .individual)
  }
  package static var exampleReply: Reply {
    Reply(status: .approved)
  }
  package static let fields: [Field] = [
    .optional(
      "member", .choice(["individual", "child"]),
      "For whom; without it one only asks how it stands.")
  ]
  package static let replyFields: [Field] = [
    .field("status", .choice(["notDetermined", "denied", "approved"]), "How it stands.")
  ]
  package static let errors: [MessageError] = [
    MessageError(.notSaved, "the disk does not take it"),
    MessageError(.invalid, "the sender named no app group in its hello"),
  ]
}

/// For whom a permission is asked.
package enum FamilyMember: String, Codable, Sendable, Hashable {
  /// A person who restricts himself.
  case individual
  /// A child whom a guardian restricts.
  case child
}

/// How a permission stands.
package enum AuthorizationState: String, Codable, Sendable, Hashable {
  /// Nobody has asked yet.
  case notDetermined
  /// It was refused.
  case denied
  /// It was granted.
  case approved
}
