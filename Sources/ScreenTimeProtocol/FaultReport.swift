package import Bus

/// Reports a fault that an app or extension met, so that `status` shows it.
///
/// The same code and message again only counts up.
package struct FaultReport: BusRequest {
  /// A word for programs, such as `damaged`.
  package let code: String
  /// One sentence for people.
  package let message: String

  /// Makes the request.
  package init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  package typealias Reply = Acknowledged

  package static let name: MessageName = "fault.report"
  package static let traits = MessageTraits(
    senders: .writers,
    effect: .change,
    repeatable: true,
    summary: "Reports a fault so that status shows it.")
  package static var example: FaultReport {
    FaultReport(code: "damaged", message: "usage.json was damaged; the version before it is used")
  }
  package static var exampleReply: Reply {
    Acknowledged()
  }
  package static let fields: [Field] = [
    .field("code", .text, "A word for programs, such as `damaged`."),
    .field("message", .text, "One sentence for people."),
  ]
  package static let errors: [MessageError] = [
    MessageError(.invalid, "the code is not a word of letters")
  ]
}
