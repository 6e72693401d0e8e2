package import CivilTime

/// Tells who is connected to the service.
///
/// Changes nothing. The administrator and the service's own account are told of everybody, a desktop
/// user of his own programs.
package struct BusPeers: BusRequest {
  /// Makes the request.
  package init() {}

  /// What the service answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// The service's name.
    package let service: String
    /// The service's version.
    package let version: String
    /// The service's process.
    package let pid: Int32
    /// This life of the service.
    package let session: String
    /// Who is connected, in the order in which they came.
    package let peers: [PeerReport]

    /// Makes the answer.
    package init(
      service: String, version: String, pid: Int32, session: String, peers: [PeerReport]
    ) {
      self.service = service
      self.version = version
      self.pid = pid
      self.session = session
      self.peers = peers
    }
  }

  package static let name: MessageName = "bus.peers"
  package static let traits = MessageTraits(
    senders: [.root, .serviceUser, .desktopUser], effect: .read, repeatable: true,
    summary: "Tells who is connected to the service, as far as the sender may see it.")
  package static var example: BusPeers { BusPeers() }
  package static var exampleReply: Reply {
    Reply(
      service: "screentimed", version: "1.0", pid: 4711, session: "5d0c2b9a1e7f4836",
      peers: [
        PeerReport(
          name: "openapplock", version: "1.0", credentials: Credentials(uid: 0, gid: 0, pid: 4712),
          executable: "/usr/bin/openapplock", role: .root,
          since: InstantText.parse(Array("2025-01-06T09:00:00Z".utf8)[...])
            ?? Instant(milliseconds: 0),
          received: 12, sent: 14, registered: ["a tick every 30 s", "activity sched-focus"])
      ])
  }
  package static let replyFields: [Field] = [
    .field("service", .text, "The service's name."),
    .field("version", .text, "The service's version."),
    .field("pid", .integer, "The service's process.").drawn,
    .field("session", .form(.session), "This life of the service.").drawn,
    .field(
      "peers", .list(.object(PeerReport.fields)), "Who is connected, in the order of coming."),
  ]
}

/// Somebody who is connected to a service.
package struct PeerReport: Codable, Sendable, Hashable {
  /// What it calls itself.
  package let name: String
  /// Its program's version, as it says.
  package let version: String
  /// Its process.
  package let pid: Int32
  /// Its user.
  package let uid: UInt32
  /// The program that it runs; nil where the kernel doesn't show it.
  package let executable: String?
  /// What it is to the service.
  package let role: Role
  /// When it said hello, in the service's time.
  package let since: Instant
  /// How many messages came from it.
  package let received: UInt64
  /// How many messages went to it.
  package let sent: UInt64
  /// What it has registered for or monitors, in a few words each.
  package let registered: [String]

  /// Makes a report.
  package init(
    name: String, version: String, credentials: Credentials, executable: String?, role: Role,
    since: Instant, received: UInt64, sent: UInt64, registered: [String]
  ) {
    self.name = name
    self.version = version
    pid = credentials.pid
    uid = credentials.uid
    self.executable = executable
    self.role = role
    self.since = since
    self.received = received
    self.sent = sent
    self.registered = registered
  }

  static let fields: [Field] = [
    .field("name", .text, "What it calls itself."),
    .field("version", .text, "Its program's version, as it says."),
    .field("pid", .integer, "Its process.").drawn,
    .field("uid", .integer, "Its user.").ofMachine,
    .optional("executable", .text, "The program that it runs, where the kernel shows it.")
      .ofMachine,
    .field("role", .choice(Role.allCases.map(\.rawValue)), "What it is to the service."),
    .field("since", .form(.instant), "When it said hello, in the service's time."),
    .field("received", .integer, "How many messages came from it."),
    .field("sent", .integer, "How many messages went to it."),
    .field("registered", .list(.text), "What it has registered for or monitors."),
  ]
}
