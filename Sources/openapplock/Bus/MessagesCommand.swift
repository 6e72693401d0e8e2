import Arguments
import Bus
import BusInspection

/// The command `openapplock bus messages`.
enum MessagesCommand {
  private static let type = OptionalPositional(
    "TYPE", "Everything about this message, such as store.change; or all of a pattern, store.*",
    .text)
  private static let asyncAPI = Flag(
    "asyncapi", "Prints this release's messages as an AsyncAPI 3 document")

  /// The command.
  static let command = Command<Action>(
    "messages", "Lists the messages of the running services, or tells all about one",
    details: """
      The services are asked. For one that doesn't run, what this release knows is shown instead, and \
      that is said on the standard error output.
      """,
    does: messages
  ) {
    type
    asyncAPI
  }

  private static func messages(_ invocation: Invocation) throws {
    if invocation.arguments.isSet(asyncAPI) {
      return Output.say(String(try AsyncAPI.document().dropLast()))
    }
    let entries = try entries(ServiceReach(instance: invocation.instance))
    guard let wanted = try invocation.arguments.value(of: type) else {
      return invocation.output.show(entries, text: table)
    }
    let glob = Glob(wanted)
    let found = entries.filter { glob.matches($0.type) }
    guard !found.isEmpty else { throw MessageNames.unknown(wanted, among: entries.map(\.type)) }
    let ink = Ink(isColoured: invocation.output.style.isColoured)
    invocation.output.show(found) { found, _ in
      found.map { CatalogueText.details($0, ink) }.joined(separator: "\n\n")
    }
  }

  /// The messages of every service, each once.
  private static func entries(_ reach: ServiceReach) throws -> [MessageCatalogue.Entry] {
    var seen: Set<String> = []
    var entries: [MessageCatalogue.Entry] = []
    for service in KnownService.allCases {
      let messages = try messages(of: service, reach)
      entries += messages.filter { seen.insert($0.type).inserted }
    }
    return entries
  }

  private static func messages(
    of service: KnownService, _ reach: ServiceReach
  ) throws -> [MessageCatalogue.Entry] {
    do {
      return try reach.ask(BusMessages(), of: service).messages
    } catch {
      guard error.status == .unavailable else { throw error }
    }
    Output.note(
      "\(ServiceReach.title(of: service)) does not run; these are its messages in this release")
    return try MessageCatalogue(service.registry).entries
  }

  private static func table(_ entries: [MessageCatalogue.Entry], _ style: Style) -> String {
    Table(
      headings: ["MESSAGE", "SENT BY", "WHAT IT IS FOR"],
      rows: entries.map { [$0.type, $0.sendersInWords, $0.summary] }
    ).text(style, empty: "There are no messages.")
  }
}
