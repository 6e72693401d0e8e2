package import Bus
package import CivilTime
package import ScreenTimeModel

/// Tells what is shielded, what is enforced, and what is wrong.
///
/// Changes nothing.
package struct PlatformStatus: BusRequest {
  /// Makes the request.
  package init() {}

  /// What the service answers.
  package struct Reply: Codable, Sendable, Hashable {
    /// The service's time.
    package let clock: ClockReading
    /// Every known application under a shield, sorted.
    package let shieldedApplications: [ApplicationToken]
    /// Every site under a shield, sorted.
    package let shieldedSites: [WebDomainToken]
    /// Whether a store shields everything but its exceptions.
    package let allowOnly: Bool
    /// Whether the filter of adult sites is engaged.
    package let filtersAdultContent: Bool
    /// Whether applications may not be removed.
    package let deniesAppRemoval: Bool
    /// Whose programs are watched; `nil` for all accounts that log in.
    package let supervisedUsers: [UInt32]?
    /// How it is known what is in use (decision L6).
    package let sensing: UseSensing
    /// Processes that are frozen now.
    package let frozen: [FrozenProcess]
    /// What enforces, and how well it works here.
    package let backends: [EnforcementState]
    /// The extensions, and how each is.
    package let extensions: [ExtensionState]
    /// Faults that still matter, oldest first.
    package let faults: [Fault]

    /// Makes the answer.
    package init(
      clock: ClockReading,
      shieldedApplications: [ApplicationToken],
      shieldedSites: [WebDomainToken],
      allowOnly: Bool,
      filtersAdultContent: Bool,
      deniesAppRemoval: Bool,
      supervisedUsers: [UInt32]? = nil,
      sensing: UseSensing = .running,
      frozen: [FrozenProcess],
      backends: [EnforcementState],
      extensions: [ExtensionState],
      faults: [Fault]
    ) {
      self.clock = clock
      self.shieldedApplications = shieldedApplications
      self.shieldedSites = shieldedSites
      self.allowOnly = allowOnly
      self.filtersAdultContent = filtersAdultContent
      self.deniesAppRemoval = deniesAppRemoval
      self.supervisedUsers = supervisedUsers
      self.sensing = sensing
      self.frozen = frozen
      self.backends = backends
      self.extensions = extensions
      self.faults = faults
    }
  }

  package static let name: MessageName = "platform.status"
  package static let traits = MessageTraits(
    senders: .everybody,
    effect: .read,
    repeatable: true,
    summary: "Tells what is shielded, what is enforced and what is wrong.")
  package static var example: PlatformStatus {
    PlatformStatus()
  }
  package static var exampleReply: Reply {
    Reply(
      clock: ClockReading(now: .example, zone: "Europe/Berlin", isVirtual: false),
      shieldedApplications: [.exampleChess], shieldedSites: [], allowOnly: false,
      filtersAdultContent: false, deniesAppRemoval: false, supervisedUsers: [1000],
      frozen: [], backends: [], extensions: [], faults: [])
  }
  package static let replyFields: [Field] = [
    .field("clock", .object(Shapes.clockReading), "The service's time."),
    .field(
      "shieldedApplications", .list(Shapes.application), "Every known application under a shield."),
    .field("shieldedSites", .list(Shapes.site), "Every site under a shield."),
    .field("allowOnly", .boolean, "Whether a store shields everything but its exceptions."),
    .field("filtersAdultContent", .boolean, "Whether the filter of adult sites is engaged."),
    .field("deniesAppRemoval", .boolean, "Whether applications may not be removed."),
    .optional(
      "supervisedUsers", .list(.integer),
      "Whose programs are watched; without it all accounts that log in."
    ).ofMachine,
    .field(
      "sensing", .choice(["reported", "running", "nothing"]), "How it is known what is in use."
    ).ofMachine,
    .field(
      "frozen",
      .list(
        .object([
          .field("pid", .integer, "Its process id."),
          .optional(
            "application", Shapes.application, "The application it belongs to, where that is known."
          ),
          .field("name", .text, "The application's name, or the process's own."),
          .field("since", .form(.instant), "Since when."),
        ])), "Processes that are frozen now."
    ).ofMachine,
    .field(
      "backends",
      .list(
        .object([
          .field("name", .text, "Its name."),
          .field("works", .boolean, "Whether it works."),
          .field("notEnforced", .list(.text), "What is therefore not enforced, a sentence each."),
          .optional("hint", .text, "What would fix it."),
        ])), "What enforces, and how well it works here."
    ).ofMachine,
    .field("extensions", .list(.object(Shapes.extensionState)), "The extensions, and how each is.")
      .ofMachine,
    .field("faults", .list(.object(Shapes.fault)), "Faults that still matter, oldest first.")
      .ofMachine,
  ]
}

/// How the service knows which apps are in use (decision L6).
package enum UseSensing: String, Codable, Sendable, Hashable {
  /// Somebody in the session tells what is in front.
  case reported
  /// Nobody tells: an app is in use while it has a process.
  case running
  /// Nobody tells, and no processes are looked at.
  case nothing
}

/// A process that is frozen.
package struct FrozenProcess: Codable, Sendable, Hashable {
  /// Its process id.
  package let pid: Int32
  /// The application it belongs to; `nil` for one that an earlier life of the service held, until
  /// somebody says what is shielded.
  package let application: ApplicationToken?
  /// The application's name, or the process's own.
  package let name: String
  /// Since when.
  package let since: Instant

  /// Makes the description.
  package init(pid: Int32, application: ApplicationToken?, name: String, since: Instant) {
    self.pid = pid
    self.application = application
    self.name = name
    self.since = since
  }
}

/// One way of enforcing, and how well it works here.
package struct EnforcementState: Codable, Sendable, Hashable {
  /// Its name.
  package let name: String
  /// Whether it works.
  package let works: Bool
  /// What is therefore not enforced, a sentence each.
  package let notEnforced: [String]
  /// What would fix it.
  package let hint: String?

  /// Makes the description.
  package init(name: String, works: Bool, notEnforced: [String], hint: String? = nil) {
    self.name = name
    self.works = works
    self.notEnforced = notEnforced
    self.hint = hint
  }
}

/// An extension, and how it is.
package struct ExtensionState: Codable, Sendable, Hashable {
  /// Its manifest.
  package let manifest: ExtensionManifest
  /// The process that serves it now.
  package let pid: Int32?
  /// Whether somebody started it by hand.
  package let startedByHand: Bool
  /// How often it died since the service started.
  package let deaths: Int
  /// Callbacks that wait for it.
  package let waiting: Int

  /// Makes the description.
  package init(
    manifest: ExtensionManifest, pid: Int32?, startedByHand: Bool, deaths: Int, waiting: Int
  ) {
    self.manifest = manifest
    self.pid = pid
    self.startedByHand = startedByHand
    self.deaths = deaths
    self.waiting = waiting
  }
}

/// Something that is wrong.
package struct Fault: Codable, Sendable, Hashable {
  /// A word for programs.
  package let code: String
  /// One sentence for people.
  package let message: String
  /// When it was first met.
  package let since: Instant
  /// How often it was met.
  package let count: Int

  /// Makes the description.
  package init(code: String, message: String, since: Instant, count: Int) {
    self.code = code
    self.message = message
    self.since = since
    self.count = count
  }
}
