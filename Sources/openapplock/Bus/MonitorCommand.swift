import Arguments
import Bus
import BusInspection
import EventLoop
import Glibc

/// The command `openapplock bus monitor`.
enum MonitorCommand {
  private static let full = Flag("full", "Shows what is in each message too")
  private static let types = RepeatedOption(
    "type", "GLOB", "Only messages of such a type, store.*; any of several", .text)
  private static let peers = RepeatedOption(
    "peer", "GLOB", "Only what such a peer sends or gets, by name or process; any of several", .text
  )
  private static let follow = Option(
    "follow", "ID", "Only what led to this message, and what it led to", .text)
  private static let past = Option(
    "past", "COUNT", "First what went before, at most so many messages a service; 256 are kept",
    ValueParser<Int>.integer(in: 0...256))

  /// The command.
  static let command = Command<Action>(
    "monitor", "Shows each message as it goes, until Ctrl-C",
    details: """
      A line a message: when, between whom, a mark (? a request, ✓ its reply, ✗ its refusal, · what the \
      service tells of itself), its type, its id, its size, how long a request took, and the message \
      that caused it. An answer goes by the id of its request. Messages that were lost because this \
      program was too slow are counted and said. With --follow the chain of causes is shown, whichever \
      services it goes through, beginning with what is kept of the past.
      """,
    does: monitor
  ) {
    full
    types
    peers
    follow
    past
  }

  private static func monitor(_ invocation: Invocation) throws {
    let typed = invocation.arguments
    let filter = MessageFilter(
      types: try typed.values(of: types).map(Glob.init),
      peers: try typed.values(of: peers).map(Glob.init))
    let chain = try typed.value(of: follow).map(reference)
    let count = try typed.value(of: past) ?? (chain == nil ? 0 : 256)
    signal(SIGPIPE, SIG_IGN)
    let loop = try EventLoop()
    let watch = try TapWatch(
      ServiceReach(instance: invocation.instance), on: loop, past: count)
    let screen = MonitorScreen(
      invocation.output, filter, following: chain, showsBodies: typed.isSet(full))
    screen.onClosed = { [loop] in loop.stop() }
    watch.onMessage = { screen.take($0) }
    watch.onLost = { screen.lost($0, of: $1) }
    watch.onGone = { Output.note("\(ServiceReach.title(of: $0)) has ended") }
    if !invocation.output.isJSON { Output.note(introduction(watch.taps)) }
    try watch.run()
  }

  private static func reference(_ text: String) throws -> ShortReference {
    guard let reference = ShortReference(text) else {
      throw UsageError(
        "--follow: \"\(text)\" is not a message's id",
        hint: "an id is what monitor shows: 5d0c2b/41")
    }
    return reference
  }

  private static func introduction(_ taps: [(service: KnownService, tap: TapReader)]) -> String {
    let names = taps.map { ServiceReach.title(of: $0.service) }.joined(separator: " and ")
    let own = taps.contains { $0.tap.sight == .own }
    return "watching \(names)\(own ? ", your own programs' messages only" : ""); Ctrl-C ends it"
  }
}
