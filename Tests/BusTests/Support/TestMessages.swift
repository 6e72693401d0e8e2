import Bus

/// Who may send the messages that are nobody's privilege.
private let everybody = Set(Role.allCases)

/// Comes back as it went.
struct Echo: BusRequest, Hashable {
  var text: String

  struct Reply: Codable, Sendable, Hashable {
    var text: String
  }

  static let name: MessageName = "test.echo"
  static let traits = MessageTraits(
    senders: everybody, effect: .read, repeatable: true, summary: "Comes back as it went.")
  static var example: Echo { Echo(text: "hello") }
  static var exampleReply: Reply { Reply(text: "hello") }
}

/// Is refused, with an error of the service's own.
struct Refused: BusRequest {
  typealias Reply = Acknowledged

  static let name: MessageName = "test.refused"
  static let traits = MessageTraits(
    senders: everybody, effect: .change, repeatable: true, summary: "Is refused.")
  static var example: Refused { Refused() }
  static var exampleReply: Acknowledged { Acknowledged() }
}

/// Is answered when `Release` comes, or never.
struct Held: BusRequest {
  typealias Reply = Acknowledged

  static let name: MessageName = "test.held"
  static let traits = MessageTraits(
    senders: everybody, effect: .read, repeatable: true, summary: "Is answered late.")
  static var example: Held { Held() }
  static var exampleReply: Acknowledged { Acknowledged() }
}

/// Has what is held answered.
struct Release: BusRequest {
  typealias Reply = Acknowledged

  static let name: MessageName = "test.release"
  static let traits = MessageTraits(
    senders: everybody, effect: .change, repeatable: true, summary: "Answers what is held.")
  static var example: Release { Release() }
  static var exampleReply: Acknowledged { Acknowledged() }
}

/// Is let go unanswered.
struct Dropped: BusRequest {
  typealias Reply = Acknowledged

  static let name: MessageName = "test.dropped"
  static let traits = MessageTraits(
    senders: everybody, effect: .read, repeatable: true, summary: "Is let go unanswered.")
  static var example: Dropped { Dropped() }
  static var exampleReply: Acknowledged { Acknowledged() }
}

/// Is for an administrator only.
struct Privileged: BusRequest {
  typealias Reply = Acknowledged

  static let name: MessageName = "test.privileged"
  static let traits = MessageTraits(
    senders: [.root], effect: .change, repeatable: true, summary: "Is for an administrator.")
  static var example: Privileged { Privileged() }
  static var exampleReply: Acknowledged { Acknowledged() }
}

/// Is in the registry, and nobody handles it.
struct Unhandled: BusRequest {
  typealias Reply = Acknowledged

  static let name: MessageName = "test.unhandled"
  static let traits = MessageTraits(
    senders: everybody, effect: .read, repeatable: true, summary: "Is handled by nobody.")
  static var example: Unhandled { Unhandled() }
  static var exampleReply: Acknowledged { Acknowledged() }
}

/// Is in no registry.
struct Unknown: BusRequest {
  typealias Reply = Acknowledged

  static let name: MessageName = "test.unknown"
  static let traits = MessageTraits(
    senders: everybody, effect: .read, repeatable: true, summary: "Is known to nobody.")
  static var example: Unknown { Unknown() }
  static var exampleReply: Acknowledged { Acknowledged() }
}

/// Has the service ask the sender questions of the given numbers, one after the other.
struct AskMe: BusRequest {
  var numbers: [Int]
  var milliseconds = 5000

  typealias Reply = Acknowledged

  static let name: MessageName = "test.askMe"
  static let traits = MessageTraits(
    senders: everybody, effect: .change, repeatable: true, summary: "Has the service ask.")
  static var example: AskMe { AskMe(numbers: [1]) }
  static var exampleReply: Acknowledged { Acknowledged() }
}

/// What the service asks.
struct Question: BusRequest {
  var number: Int

  struct Reply: Codable, Sendable {
    var double: Int
  }

  static let name: MessageName = "test.question"
  static let traits = MessageTraits(
    senders: [], effect: .read, repeatable: true, summary: "Asks for the double.")
  static var example: Question { Question(number: 2) }
  static var exampleReply: Reply { Reply(double: 4) }
}

/// Carries a password and is answered with a key, which nobody who looks is shown.
struct SignIn: BusRequest {
  var name: String
  var password: String

  struct Reply: Codable, Sendable, Hashable {
    var keys: [[String: String]]
  }

  static let name: MessageName = "test.signIn"
  static let traits = MessageTraits(
    senders: everybody, effect: .change, repeatable: true, summary: "Carries a secret.")
  static var example: SignIn { SignIn(name: "ann", password: "opensesame") }
  static var exampleReply: Reply { Reply(keys: [["key": "k3y"]]) }
  static let fields: [Field] = [
    .field("name", .text, "Who it is."), .field("password", .text, "How one knows.").secret,
  ]
  static let replyFields: [Field] = [
    .field("keys", .list(.object([.field("key", .text, "A key.").secret])), "The keys.")
  ]
}

/// What the service tells whoever looks.
struct Done: BusRequest {
  var what: String

  typealias Reply = Acknowledged

  static let name: MessageName = "test.done"
  static let traits = MessageTraits(
    senders: [], effect: .progress, repeatable: true, isNotice: true, summary: "Tells of a deed.")
  static var example: Done { Done(what: "a deed") }
  static var exampleReply: Acknowledged { Acknowledged() }
}

/// What became of the questions so far, and who is connected.
struct Tell: BusRequest {
  struct Reply: Codable, Sendable, Hashable {
    var outcomes: [String]
    var peers: [String]
    var gone: [String]
    var faults: [String]
  }

  static let name: MessageName = "test.tell"
  static let traits = MessageTraits(
    senders: everybody, effect: .read, repeatable: true, summary: "Tells what happened.")
  static var example: Tell { Tell() }
  static var exampleReply: Reply { Reply(outcomes: [], peers: ["a"], gone: [], faults: []) }
}

/// Every message of the tests' service.
let testMessages: [any BusRequest.Type] = [
  Echo.self, Refused.self, Held.self, Release.self, Dropped.self, Privileged.self,
  Unhandled.self, AskMe.self, Question.self, Tell.self, SignIn.self, Done.self,
]
