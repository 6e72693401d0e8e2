import Arguments
import Bus
import BusInspection
import CompactJSON
import EventLoop
import Glibc

/// The command `openapplock bus call`.
enum CallCommand {
  private static let type = Positional("TYPE", "The message, such as rule.list", .text)
  private static let json = OptionalPositional(
    "JSON", "Its fields, as an object; - reads them from the standard input", .text)
  private static let wait = Option(
    "wait", "SPAN", "Waits so long for the service to be there, and for its answer (30s)", .span)
  private static let service = Option(
    "service", "screentimed|app", "Which service, for a message that both know (screentimed)",
    ValueParser<KnownService>.choice)
  private static let group = Option(
    "group", "GROUP", "The app group that is spoken for, for stores and activities", .text)
  private static let usualLimit = Duration.seconds(30)

  /// The command.
  static let command = Command<Action>(
    "call", "Sends a message, as whoever one is, and shows its reply",
    details: """
      The fields are checked before anything is sent. Exit status: 0 for a reply, 1 for a refusal, 64 for \
      a message or field that doesn't exist, 69 when the service can't be reached.
      """,
    does: call
  ) {
    type
    json
    wait
    service
    group
  }

  private static func call(_ invocation: Invocation) throws {
    let typed = invocation.arguments
    let reach = ServiceReach(instance: invocation.instance)
    let text = try typed.value(of: type)
    let (target, name) = try find(text, preferring: try typed.value(of: service), reach)
    let body = try body(try typed.value(of: json) ?? "{}", of: name)
    let span = try typed.value(of: wait)
    let caller = try connect(reach, target, waiting: span, group: try typed.value(of: group))
    defer { caller.close() }
    do {
      let reply = try caller.call(name, body, within: span ?? usualLimit)
      invocation.output.show(reply) { reply, _ in PrettyJSON.text(reply) }
    } catch {
      throw ServiceReach.failure(error, of: target)
    }
  }

  // MARK: What is sent

  /// The service that takes a message.
  ///
  /// One that this release doesn't know may be known to a newer service that runs.
  private static func find(
    _ text: String, preferring chosen: KnownService?, _ reach: ServiceReach
  ) throws -> (KnownService, MessageName) {
    guard let name = MessageName(text) else { throw unknown(text) }
    guard name != Hello.name, name != Goodbye.name else {
      throw UsageError("\"\(text)\" is said by every call by itself")
    }
    let services = KnownService.knowing(name)
    if let chosen {
      if services.contains(chosen) || isKnown(name, to: chosen, reach) { return (chosen, name) }
      throw unknown(text, to: chosen)
    }
    if let service = services.first { return (service, name) }
    for service in KnownService.allCases where isKnown(name, to: service, reach) {
      return (service, name)
    }
    throw unknown(text)
  }

  private static func isKnown(
    _ name: MessageName, to service: KnownService, _ reach: ServiceReach
  ) -> Bool {
    // A service that can't be asked knows nothing more than this release does.
    (try? reach.ask(BusMessages(), of: service))?.messages.contains { $0.type == name.text }
      ?? false
  }

  private static func unknown(_ text: String, to service: KnownService? = nil) -> Failure {
    let services = service.map { [$0] } ?? KnownService.allCases
    let failure = MessageNames.unknown(
      text, among: services.flatMap(\.messageNames))
    return .usage(
      failure.message + (service.map { " of \(ServiceReach.title(of: $0))" } ?? ""),
      hint: failure.hint)
  }

  private static func body(_ text: String, of name: MessageName) throws -> JSON {
    let body: JSON
    do {
      body = try JSON(parsing: text == "-" ? input() : Array(text.utf8))
    } catch let error as DecodingError {
      throw UsageError(
        "JSON: \(error.inWords)", hint: "for example '\(example(of: name))'")
    }
    guard let message = KnownService.message(name) else { return body }
    let problems = Shape.object(message.fields).problems(of: body)
    guard let first = problems.first else { return body }
    let rest = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
    throw UsageError(
      "\(name): \(first.sentence)\(rest)",
      hint: "openapplock bus messages \(name) tells its fields; for example '\(example(of: name))'")
  }

  private static func example(of name: MessageName) -> String {
    // An example can always be written; a test writes each.
    (try? KnownService.message(name)?.golden()) ?? "{}"
  }

  private static func input() -> [UInt8] {
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(STDIN_FILENO, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return all }
      all += part.prefix(count)
    }
  }

  // MARK: To whom

  private static func connect(
    _ reach: ServiceReach, _ service: KnownService, waiting span: Duration?, group: String?
  ) throws -> BusCaller {
    let attributes = group.map { ["appGroup": $0] } ?? [:]
    let loop = try EventLoop()
    let deadline = loop.uptime + (span ?? .zero)
    while true {
      do {
        return try reach.caller(service, attributes: attributes)
      } catch {
        guard error.status == .unavailable, loop.uptime < deadline else { throw error }
        _ = try loop.run(until: { false }, within: min(.milliseconds(50), deadline - loop.uptime))
      }
    }
  }
}
