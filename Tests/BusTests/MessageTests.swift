@testable import Bus
import Foundation
import Testing

@Suite("Messages and their registry")
struct MessageTests {
  @Test(
    "what a name may be",
    arguments: [
      ("ping", true), ("store.change", true), ("a", true), ("A1.b2", true), ("a.9", true),
      (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
      ("", false), (".", false), ("a.", false), (".a", false), ("a..b", false),
      ("a b", false), ("a-b", false), ("1a", false), ("ä", false),
    ])
  func names(_ text: String, _ isName: Bool) {
    #expect((MessageName(text) != nil) == isName)
  }

  @Test("the bus's own messages go over the wire like this")
  func goldens() throws {
    #expect(
      try Hello.golden() == """
        {"attributes":{"extension":"OpenAppLockMonitor",\
        "extensionPoint":"device-activity-monitor"},"name":"OpenAppLockMonitor","newest":1,\
        "oldest":1,"version":"1.0"}
        """)
    #expect(
      try Hello.goldenReply() == """
        {"name":"screentimed","pid":4711,"protocol":1,"session":"5d0c2b9a1e7f4836",\
        "version":"1.0"}
        """)
    #expect(try Ping.golden() == "{}")
    #expect(try Ping.goldenReply() == "{}")
    #expect(try Goodbye.golden() == "{}")
  }

  @Test("a registry holds the bus's messages and its own, by name")
  func registry() {
    let registry = MessageRegistry(testMessages)
    #expect(registry.all.count == testMessages.count + MessageRegistry.busMessages.count)
    #expect(registry["hello"] == Hello.self)
    #expect(registry["test.echo"] == Echo.self)
    #expect(registry["test.unknown"] == nil)
  }

  @Test("two messages of one name stop the program")
  func duplicates() async {
    await #expect(processExitsWith: .failure) {
      _ = MessageRegistry([Echo.self, Echo.self])
    }
  }

  @Test("a request that is answered twice stops the program")
  func answeredTwice() async {
    await #expect(processExitsWith: .failure) {
      let slot = AnswerSlot(for: "test.echo", dropped: nil) { _ in }
      slot.answer(.success([]))
      slot.answer(.success([]))
    }
  }

  @Test("what is wrong with a body is said by its place")
  func malformedBodies() {
    for (body, message) in [
      ("{}", "the body of \"test.echo\" is malformed: \"text\" is missing"),
      (
        "{\"text\":1}",
        "the body of \"test.echo\" is malformed: \"text\" has a value of another kind"
      ),
      ("{\"text\":null}", "the body of \"test.echo\" is malformed: \"text\" is null"),
    ] {
      let error = #expect(throws: BusError.self) {
        try BodyCoder.decode(Echo.self, from: Array(body.utf8), of: "test.echo")
      }
      #expect(error?.code == .malformed)
      #expect(error?.message == message)
    }
    for body in ["", "{", "[1]", "\u{0}", String(repeating: "[", count: 100_000)] {
      let error = #expect(throws: BusError.self) {
        try BodyCoder.decode(Echo.self, from: Array(body.utf8), of: "test.echo")
      }
      #expect(error?.code == .malformed)
    }
  }

  @Test("fields that nobody asked for are ignored")
  func unknownFields() throws {
    let body = Array("{\"text\":\"x\",\"more\":[1,2]}".utf8)
    #expect(try BodyCoder.decode(Echo.self, from: body, of: "test.echo") == Echo(text: "x"))
  }

  @Test(
    "a hello is welcome when the two share a version",
    arguments: [
      (1, 1, nil, nil), (0, 9, nil, nil),
      (0, 0, "protocolMismatch", "update client to the release of service, and start it again"),
      (2, 3, "protocolMismatch", "update service to the release of client, and start it again"),
      (2, 1, "invalid", nil),
    ] as [(Int, Int, String?, String?)])
  func versions(_ oldest: Int, _ newest: Int, _ code: String?, _ hint: String?) {
    let hello = Hello(
      name: "client", version: "2", oldest: oldest, newest: newest, attributes: [:])
    var refusal: BusError?
    do throws(BusError) {
      try hello.check(against: "service")
    } catch {
      refusal = error
    }
    #expect(refusal?.code.rawValue == code)
    #expect(refusal?.hint == hint)
  }
}
