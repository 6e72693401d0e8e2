import Bus
import Foundation
import OpenAppLockProtocol
import ScreenTimeProtocol
import Testing

@Suite("Messages as they go over the wire")
struct GoldenTests {
  @Test("a message's request and reply have the form that its golden holds", arguments: Message.all)
  func golden(message: Message) throws {
    let text = try message.golden()
    if GoldenFolder.isRecording { try GoldenFolder.record(text, for: message) }
    let golden = try String(contentsOf: GoldenFolder.file(of: message), encoding: .utf8)
    #expect(text == golden)
  }

  @Test("what is read from a golden is written the same again", arguments: Message.all)
  func roundTrip(message: Message) throws {
    let golden = try message.golden()
    #expect(try message.roundTrip(Data(golden.utf8)) == golden)
  }

  @Test("a field that nobody knows is no reason to refuse a message", arguments: Message.all)
  func unknownFields(message: Message) throws {
    let golden = try message.golden()
    let object = try JSONSerialization.jsonObject(with: Data(golden.utf8))
    var both = try #require(object as? [String: Any])
    for part in ["request", "reply"] {
      var fields = try #require(both[part] as? [String: Any])
      fields["aFieldOfTomorrow"] = ["x": 1]
      both[part] = fields
    }
    let extended = try JSONSerialization.data(withJSONObject: both)
    #expect(try message.roundTrip(extended) == golden)
  }

  @Test("there is no golden of a message that doesn't exist")
  func orphans() throws {
    let names = Set(Message.all.map(\.name))
    #expect(try GoldenFolder.names().subtracting(names).isEmpty)
  }

  @Test("no two messages share a name, whichever service takes them")
  func uniqueNames() {
    let names = Message.all.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test("each registry can be made, so that no name in it occurs twice")
  func registries() {
    for type in ScreenTimeMessages.all {
      #expect(ScreenTimeMessages.registry()[type.name] != nil)
    }
    for type in OpenAppLockMessages.all {
      #expect(OpenAppLockMessages.registry()[type.name] != nil)
    }
  }

  @Test("each message says in one sentence what it is for", arguments: Message.all)
  func summaries(message: Message) {
    let summary = message.traits.summary
    #expect(summary.hasSuffix(".") && summary.first?.isUppercase == true)
    #expect(summary.dropLast().contains(". ") == false)
  }

  @Test("what only the service sends may be sent by nobody else")
  func serviceItself() {
    let callbacks = [
      "activity.callback", "shield.configure", "shield.act", "clock.tick", "tap.records",
      "union.changed", "processes.changed",
    ]
    for message in Message.all where callbacks.contains(message.name) {
      #expect(message.traits.senders.isEmpty)
    }
  }

  @Test("no message that may not be repeated only reads", arguments: Message.all)
  func readsAreRepeatable(message: Message) {
    #expect(message.traits.repeatable || message.traits.effect == .change)
  }
}
