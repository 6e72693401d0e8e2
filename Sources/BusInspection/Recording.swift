import Bus
import CivilTime
package import ScreenTimeProtocol

/// A conversation as a file holds it: a line that says what it is, and a line for each message.
package struct Recording: Sendable {
  /// The version of the file's form that this code reads and writes.
  package static let version = 1

  /// What the first line says.
  package struct Head: Codable, Hashable, Sendable {
    /// A service that was recorded.
    package struct Service: Codable, Hashable, Sendable {
      /// Which one.
      package let service: KnownService
      /// Its version.
      package let version: String
      /// Its process.
      package let pid: Int32

      /// Describes a service.
      package init(service: KnownService, version: String, pid: Int32) {
        self.service = service
        self.version = version
        self.pid = pid
      }
    }

    /// The version of the file's form.
    package let recording: Int
    /// The version of the protocol that the messages are of.
    package let `protocol`: Int
    /// The services, and who they were.
    package let services: [Service]
    /// The time when it began.
    package let clock: ClockReading
    /// The applications of the machine, each with its categories: a replay has the same.
    package let applications: [String: [String]]

    /// Makes the first line of a recording that this code writes.
    package init(
      services: [Service], clock: ClockReading, applications: [String: [String]]
    ) {
      recording = Recording.version
      self.protocol = Bus.protocolVersion
      self.services = services
      self.clock = clock
      self.applications = applications
    }
  }

  /// What it is.
  package let head: Head
  /// What went, in order.
  package let messages: [SeenMessage]
  /// How many messages were lost while it was recorded.
  package let lost: UInt64

  /// Joins the parts.
  package init(head: Head, messages: [SeenMessage], lost: UInt64 = 0) {
    self.head = head
    self.messages = messages
    self.lost = lost
  }
}

/// Why a file can't be replayed.
package struct RecordingError: Error, Hashable, Sendable {
  /// What is wrong, and in which line.
  package let message: String
  /// What there is to do.
  package let hint: String?

  /// Makes an error.
  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

extension RecordingError: CustomStringConvertible {
  /// What is wrong.
  package var description: String { message }
}
