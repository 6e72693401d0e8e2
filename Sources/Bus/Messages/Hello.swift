/// Opens a connection: who is speaking, and which versions of the protocol it understands.
///
/// Sent by everybody, first and once. It changes nothing but the list of peers. Where the two share no
/// version the service refuses with `protocolMismatch` and says which side to update.
package struct Hello: BusRequest {
  /// The program's name: letters, digits, `.`, `_` and `-`, at most 64 of them.
  package let name: String
  /// The program's version.
  package let version: String
  /// The oldest version of the protocol that it speaks.
  package let oldest: Int
  /// The newest version of the protocol that it speaks.
  package let newest: Int
  /// What it says of itself; an extension names itself, its point and its app group here.
  package let attributes: [String: String]

  /// Makes the request.
  package init(
    name: String, version: String, oldest: Int, newest: Int, attributes: [String: String]
  ) {
    self.name = name
    self.version = version
    self.oldest = oldest
    self.newest = newest
    self.attributes = attributes
  }

  /// What the service answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// The service's name.
    package let name: String
    /// The service's version.
    package let version: String
    /// The version of the protocol that the two speak from here on.
    package let `protocol`: Int
    /// This life of the service.
    package let session: String
    /// The service's process, for people; who it is comes from the kernel.
    package let pid: Int32

    /// Makes the answer.
    package init(name: String, version: String, protocol: Int, session: String, pid: Int32) {
      self.name = name
      self.version = version
      self.protocol = `protocol`
      self.session = session
      self.pid = pid
    }
  }

  package static let name: MessageName = "hello"
  package static let traits = MessageTraits(
    senders: Set(Role.allCases), effect: .change, repeatable: false,
    summary: "Opens a connection and settles the version of the protocol.")
  package static var example: Hello {
    Hello(
      name: "OpenAppLockMonitor", version: "1.0", oldest: 1, newest: 1,
      attributes: ["extension": "OpenAppLockMonitor", "extensionPoint": "device-activity-monitor"])
  }
  package static var exampleReply: Reply {
    Reply(
      name: "screentimed", version: "1.0", protocol: 1, session: "5d0c2b9a1e7f4836", pid: 4711)
  }
  package static let fields: [Field] = [
    .field("name", .text, "The program's name: at most 64 letters, digits, `.`, `_` and `-`."),
    .field("version", .text, "The program's version."),
    .field("oldest", .integer, "The oldest version of the protocol that it speaks."),
    .field("newest", .integer, "The newest version of the protocol that it speaks."),
    .field("attributes", .map(.text), "What it says of itself: which extension it is, for whom."),
  ]
  package static let replyFields: [Field] = [
    .field("name", .text, "The service's name."),
    .field("version", .text, "The service's version."),
    .field("protocol", .integer, "The version of the protocol that the two speak from here on."),
    .field("session", .form(.session), "This life of the service.").drawn,
    .field("pid", .integer, "The service's process, for people; the kernel says who it is.").drawn,
  ]
  package static let errors = [
    MessageError(.protocolMismatch, "the two share no version of the protocol"),
    MessageError(.invalid, "it claims what the service does not take from it"),
  ]
}
