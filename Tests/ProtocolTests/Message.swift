import Bus
import Foundation
import OpenAppLockProtocol
import ScreenTimeProtocol
import Testing

/// A message of a registry as the tests look at it: its golden, and what can be done with one.
struct Message: Sendable, CustomTestStringConvertible {
  let name: String
  let traits: MessageTraits
  /// Its request and its reply.
  let parts: [MessagePart]
  /// What it may be answered with.
  let errors: [MessageError]
  /// The example and its reply, as the golden file has them.
  let golden: @Sendable () throws -> String
  /// Reads a golden and writes it again.
  let roundTrip: @Sendable (Data) throws -> String

  var testDescription: String { name }

  /// Every message that goes over any bus: the bus's own, the platform's, the app's.
  static let all = (MessageRegistry.busMessages + ScreenTimeMessages.all + OpenAppLockMessages.all)
    .map { Message($0) }

  private init(_ type: any BusRequest.Type) {
    self = Self.opening(type)
  }

  private init<R: BusRequest>(of type: R.Type) {
    name = R.name.text
    traits = R.traits
    parts = [
      MessagePart(R.self, R.fields) { try R.golden() },
      MessagePart(R.Reply.self, R.replyFields) { try R.goldenReply() },
    ]
    errors = R.errors
    golden = { try Golden(request: R.example, reply: R.exampleReply).text() }
    roundTrip = { try JSONDecoder().decode(Golden<R>.self, from: $0).text() }
  }

  private static func opening<R: BusRequest>(_ type: R.Type) -> Message {
    Message(of: type)
  }
}

/// What a golden file holds.
private struct Golden<R: BusRequest>: Codable {
  let request: R
  let reply: R.Reply

  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
