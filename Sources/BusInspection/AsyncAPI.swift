import Bus
import CompactJSON
import ScreenTimeProtocol

/// The messages as an AsyncAPI 3 document, for other people's tools.
///
/// A service is a server with one channel, its socket. Each message is an operation: received, with a
/// reply, where peers send it, and sent where the service does.
package enum AsyncAPI {
  private typealias Node = YAML.Node

  /// The document, as YAML.
  ///
  /// - Throws: what the encoder finds wrong with an example.
  package static func document() throws -> String {
    let messages = KnownService.allMessages
    let root = Node.object([
      ("asyncapi", text("3.0.0")),
      ("info", information),
      ("defaultContentType", text("application/json")),
      ("servers", .object(KnownService.allCases.map { ($0.rawValue, server($0)) })),
      ("channels", .object(KnownService.allCases.map { ($0.rawValue, channel($0)) })),
      ("operations", .object(KnownService.allCases.flatMap(operations))),
      (
        "components",
        .object([
          ("messages", .object(try messages.flatMap(described))),
          ("schemas", .object([("header", Node(header)), ("error", Node(error))])),
        ])
      ),
    ])
    return "# Generated from the code: `make docs` writes it anew.\n" + YAML.text(root)
  }

  // MARK: The services

  private static var information: Node {
    .object([
      ("title", text("OpenAppLock's bus")),
      ("version", text("\(Bus.protocolVersion).0.0")),
      (
        "description",
        text(
          "Typed messages between the services screentimed and app and their peers, over ZeroMQ"
            + " (ROUTER and DEALER) on a Unix socket. Headers and the order of a conversation are"
            + " those of docs/protocol.md, which is the authority.")
      ),
    ])
  }

  private static func server(_ service: KnownService) -> Node {
    .object([
      ("host", text("localhost")),
      ("protocol", text("zeromq+ipc")),
      ("description", text(description(of: service))),
    ])
  }

  private static func description(of service: KnownService) -> String {
    switch service {
    case .screentimed: "The Screen Time service: screentimed.sock in the folder of the sockets."
    case .app: "The app, openapplock serve: app.sock in the folder of the sockets."
    }
  }

  private static func channel(_ service: KnownService) -> Node {
    let messages = service.registry.all.flatMap { type -> [(String, Node)] in
      let name = key(type.name)
      let request = (name, reference("components/messages/\(name)"))
      guard !type.traits.isNotice else { return [request] }
      return [request, ("\(name)Reply", reference("components/messages/\(name)Reply"))]
    }
    return .object([
      ("address", text(service == .app ? "app.sock" : "screentimed.sock")),
      ("description", text(description(of: service))),
      ("servers", .list([reference("servers/\(service.rawValue)")])),
      ("messages", .object(messages)),
    ])
  }

  private static func operations(_ service: KnownService) -> [(String, Node)] {
    service.registry.all.map { type in
      let name = key(type.name)
      let channel = reference("channels/\(service.rawValue)")
      let here = "channels/\(service.rawValue)/messages/"
      var parts: [(String, Node)] = [
        ("action", text(type.traits.senders.isEmpty ? "send" : "receive")),
        ("channel", channel),
        ("summary", text(type.traits.summary)),
        ("messages", .list([reference(here + name)])),
      ]
      if !type.traits.isNotice {
        parts.append(
          (
            "reply",
            .object([("channel", channel), ("messages", .list([reference(here + name + "Reply")]))])
          ))
      }
      parts.append(("x-senders", .list(type.traits.senders.map(\.rawValue).sorted().map(text))))
      parts.append(("x-effect", text(type.traits.effect.rawValue)))
      parts.append(("x-repeatable", .scalar(.bool(type.traits.repeatable))))
      return ("\(service.rawValue)-\(name)", .object(parts))
    }
  }

  // MARK: The messages

  private static func described(_ type: any BusRequest.Type) throws -> [(String, Node)] {
    let name = key(type.name)
    let request = message(
      type.name.text, summary: type.traits.summary, schema: .object(type.fields),
      example: try JSON(parsing: type.golden()))
    guard !type.traits.isNotice else { return [(name, request)] }
    let errors = type.errors.map { "\($0.code) when \($0.reason)" }
    let answer = message(
      type.name.text + " reply", summary: "The answer to \(type.name).",
      description: errors.isEmpty
        ? nil : "Instead, an error: " + errors.joined(separator: "; ") + ".",
      schema: .object(type.replyFields), example: try JSON(parsing: type.goldenReply()))
    return [(name, request), ("\(name)Reply", answer)]
  }

  private static func message(
    _ name: String, summary: String, description: String? = nil, schema: Shape, example: JSON
  ) -> Node {
    var parts: [(String, Node)] = [("name", text(name)), ("summary", text(summary))]
    if let description { parts.append(("description", text(description))) }
    parts.append(("headers", reference("components/schemas/header")))
    parts.append(("payload", Node(schema.jsonSchema)))
    parts.append(("examples", .list([.object([("payload", Node(example))])])))
    return .object(parts)
  }

  private static var header: JSON {
    Shape.object([
      .field("kind", .choice(["request", "reply", "error", "notice"]), "What the message is."),
      .field("id", .integer, "Its number, counted by its sender within its session."),
      .field("session", .form(.session), "One life of the sender's end."),
      .field("type", .form(.messageName), "The message's name; an answer carries its request's."),
      .optional("cause", .text, "The message that led to this one."),
      .optional("time", .form(.instant), "The service's time, in what it sends."),
    ]).jsonSchema
  }

  private static var error: JSON {
    Shape.object([
      .field("code", .text, "The kind of the error."),
      .field("message", .text, "What went wrong, in one sentence."),
      .optional("hint", .text, "What to do about it."),
      .optional("detail", .map(.text), "Particulars by name."),
    ]).jsonSchema
  }

  // MARK: Parts

  private static func text(_ text: String) -> Node { .scalar(.text(text)) }

  private static func reference(_ path: String) -> Node {
    .object([("$ref", text("#/\(path)"))])
  }

  /// A message's name as a key, which may hold no dots.
  private static func key(_ name: MessageName) -> String {
    let words = name.text.split(separator: ".")
    return words.dropFirst().reduce(into: String(words.first ?? "")) { key, word in
      key += word.prefix(1).uppercased() + word.dropFirst()
    }
  }
}
