import Arguments
import Bus
import CivilTime
import EventLoop
import Glibc
import OpenAppLock
import OpenAppLockProtocol
import ScreenTimeProtocol

/// The command `openapplock bus …`: the messages between the processes.
enum BusCommands {
  private static let type = OptionalPositional(
    "TYPE", "Only this message, such as store.change", .text)
  private static let full = Flag("full", "Shows what is in each message too")

  /// The group.
  static let command = Command<Action>(
    "bus", "Shows the messages between the processes",
    subcommands: [
      Command("messages", "Lists the messages of the running services", does: messages) { type },
      Command(
        "monitor", "Shows each message as it goes, until Ctrl-C",
        details: "A message that was lost because this program was too slow is counted and said.",
        does: monitor
      ) { full },
    ])

  // MARK: What there is

  private static func messages(_ invocation: Invocation) throws {
    let catalogues = try [ScreenTimeMessages.registry(), OpenAppLockMessages.registry()]
      .map(MessageCatalogue.init)
    var entries = catalogues[0].entries
    entries += catalogues[1].entries.filter { !entries.contains($0) }
    if let wanted = try invocation.arguments.value(of: type) {
      entries = entries.filter { $0.type == wanted }
      guard !entries.isEmpty else {
        throw Failure(
          BusErrorCode.notFound.rawValue, "there is no message \"\(wanted)\"",
          hint: "openapplock bus messages lists them")
      }
      invocation.output.show(entries) { entries, _ in entries.map(details).joined(separator: "\n\n")
      }
      return
    }
    invocation.output.show(entries, text: table)
  }

  private static func table(_ entries: [MessageCatalogue.Entry], _ style: Style) -> String {
    Table(
      headings: ["MESSAGE", "SENT BY", "WHAT IT IS FOR"],
      rows: entries.map { [$0.type, $0.sendersInWords, $0.summary] }
    ).text(style, empty: "There are no messages.")
  }

  private static func details(_ entry: MessageCatalogue.Entry) -> String {
    """
    \(entry.type)
      \(entry.summary)
      sent by \(entry.sendersInWords); \(entry.effect); \(entry.repeatable ? "safe" : "not safe") to repeat
      for example \(entry.example)
      answered by \(entry.reply)
    """
  }

  // MARK: What goes on

  private static func monitor(_ invocation: Invocation) throws {
    let loop = try EventLoop()
    let showsBodies = invocation.arguments.isSet(full)
    let layout = invocation.instance.layout
    var taps: [TapReader] = []
    for (service, socket) in [("screentimed", layout.platformSocket), ("app", layout.appSocket)] {
      let tap = try subscribe(service, socket)
      var lost: UInt64 = 0
      try tap.attach(
        to: loop,
        { record in
          if tap.lost > lost {
            Output.say("\(tap.lost - lost) messages were lost: this program was too slow")
            lost = tap.lost
          }
          Output.say(line(record, service))
          if showsBodies { Output.say("    \(record.body)") }
        },
        gone: {
          Output.say("\(service) has ended")
          loop.stop()
        })
      taps.append(tap)
    }
    for signal in [SIGTERM, SIGINT] { try loop.onSignal(signal) { loop.stop() } }
    Output.say("watching screentimed and the app; Ctrl-C ends it")
    try loop.run()
    for tap in taps { tap.close() }
  }

  private static func subscribe(_ service: String, _ socket: String) throws(Failure) -> TapReader {
    do {
      return try Bus.subscribeTap(at: socket)
    } catch {
      throw Failure(error, service: service)
    }
  }

  private static func line(_ record: TapRecord, _ service: String) -> String {
    let peer = "\(record.peer ?? "?")(\(record.credentials.pid))"
    let way =
      record.direction == .received ? "\(peer) → \(service)" : "\(service) → \(peer)"
    let time = record.time.map { "\($0)" } ?? "-"
    let reference = record.reference.map { "\($0)" } ?? "-"
    let cause = record.cause.map { " because of \($0)" } ?? ""
    return
      "\(time)  \(way)  \(record.type?.text ?? "?") \(record.kind ?? "unreadable")"
      + "  \(record.body.utf8.count) B  \(reference)\(cause)"
  }
}
