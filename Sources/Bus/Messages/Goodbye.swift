/// Ends a connection on purpose, from either side.
///
/// It is a notice, so nothing answers it: the sender is about to be gone.
package struct Goodbye: BusRequest {
  /// Makes the notice.
  package init() {}

  package typealias Reply = Acknowledged

  package static let name: MessageName = "goodbye"
  package static let traits = MessageTraits(
    senders: Set(Role.allCases), effect: .change, repeatable: true, isNotice: true,
    summary: "Ends a connection on purpose.")
  package static var example: Goodbye { Goodbye() }
  package static var exampleReply: Acknowledged { Acknowledged() }
}
