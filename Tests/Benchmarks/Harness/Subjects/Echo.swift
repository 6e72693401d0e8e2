import Bus

/// A small request that is answered with itself: 64 bytes of JSON, as the references send 64 bytes.
struct Echo: BusRequest {
  /// What comes back.
  let text: String

  typealias Reply = Echo

  static let name: MessageName = "benchmark.echo"
  static let traits = MessageTraits(
    senders: Set(Role.allCases), effect: .read, repeatable: true, summary: "Answers with itself.")
  static var example: Echo { Echo(text: String(repeating: "x", count: 53)) }
  static var exampleReply: Echo { example }
}
