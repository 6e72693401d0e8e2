package import Bus

/// A message that went, and with which service.
package struct SeenMessage: Sendable {
  /// The service.
  package let service: KnownService
  /// What its tap told.
  package let record: TapRecord

  /// Joins the two.
  package init(_ service: KnownService, _ record: TapRecord) {
    self.service = service
    self.record = record
  }

  /// What the peer is called here: its name or nothing, and its process.
  package var peer: String { "\(record.peer ?? "?")(\(record.credentials.pid))" }

  /// Who sent it.
  package var sender: String {
    switch record.direction {
    case .received: peer
    case .sent, .told: service.rawValue
    }
  }

  /// Who got it; nil for what the service only tells of itself.
  package var receiver: String? {
    switch record.direction {
    case .received: service.rawValue
    case .sent: peer
    case .told: nil
    }
  }

  /// Whether it answers a request.
  package var isAnswer: Bool { record.kind == "reply" || record.kind == "error" }
}
