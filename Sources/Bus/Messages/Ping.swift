/// Asks whether the other side answers at all.
///
/// Sent by everybody, to a service and by it. It changes nothing.
package struct Ping: BusRequest {
  /// Makes the request.
  package init() {}

  package typealias Reply = Acknowledged

  package static let name: MessageName = "ping"
  package static let traits = MessageTraits(
    senders: Set(Role.allCases), effect: .read, repeatable: true,
    summary: "Asks whether the other side answers at all.")
  package static var example: Ping { Ping() }
  package static var exampleReply: Acknowledged { Acknowledged() }
}
