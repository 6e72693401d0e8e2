package import Bus

/// Tells that processes were frozen or go on, because what is shielded has changed.
///
/// It goes to whoever watches the messages, and to nobody else; the message that led to it is its cause.
package struct ProcessesChanged: BusRequest {
  /// A process, and which app it is.
  package struct Process: Codable, Sendable, Hashable {
    /// Its process id.
    package let pid: Int32
    /// The application's name, or the process's own.
    package let name: String

    /// Describes a process.
    package init(pid: Int32, name: String) {
      self.pid = pid
      self.name = name
    }
  }

  /// Those that stand still from now on.
  package let frozen: [Process]
  /// Those that go on, or have ended while they stood still.
  package let thawed: [Process]

  /// Makes the notice.
  package init(frozen: [Process], thawed: [Process]) {
    self.frozen = frozen
    self.thawed = thawed
  }

  package typealias Reply = Acknowledged

  package static let name: MessageName = "processes.changed"
  package static let traits = MessageTraits(
    senders: .serviceItself,
    effect: .progress,
    repeatable: true,
    isNotice: true,
    summary: "Tells whoever watches that processes were frozen or go on.")
  package static var example: ProcessesChanged {
    ProcessesChanged(frozen: [], thawed: [Process(pid: 4711, name: "Chess")])
  }
  package static var exampleReply: Reply {
    Acknowledged()
  }
  package static let fields: [Field] = [
    .field("frozen", .list(.object(process)), "Those that stand still from now on.").ofMachine,
    .field("thawed", .list(.object(process)), "Those that go on, or have ended meanwhile.")
      .ofMachine,
  ]
  private static let process: [Field] = [
    .field("pid", .integer, "Its process id."),
    .field("name", .text, "The application's name, or the process's own."),
  ]
}
