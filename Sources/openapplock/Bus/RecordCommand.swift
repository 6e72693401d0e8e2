import Arguments
import Bus
import BusInspection
import EventLoop
import Glibc
import OpenAppLock
import ScreenTimeModel
import ScreenTimeProtocol

/// The command `openapplock bus record`.
enum RecordCommand {
  private static let file = Positional("FILE", "Where to; there must be none yet", .text)

  /// The command.
  static let command = Command<Action>(
    "record", "Writes each message to a file as it goes, until Ctrl-C",
    details: """
      A line of JSON a message. `openapplock bus replay` says the same again to a fresh instance, so a \
      recording that begins with a fresh instance shows a fault to somebody else. Only its owner can read \
      the file: it tells what somebody uses, and when.
      """,
    does: record
  ) {
    file
  }

  private struct Report: Encodable {
    let file: String
    let messages: Int
    let lost: UInt64
  }

  private static func record(_ invocation: Invocation) throws {
    let path = try invocation.arguments.value(of: file)
    let reach = ServiceReach(instance: invocation.instance)
    let head = try head(reach)
    let loop = try EventLoop()
    let watch = try TapWatch(reach, on: loop, past: 0)
    let writer = try RecordingWriter(path, head) { [loop] in loop.stop() }
    watch.onMessage = { writer.take($0) }
    watch.onLost = { writer.lost($0, of: $1) }
    watch.onGone = { Output.note("\(ServiceReach.title(of: $0)) has ended") }
    Output.note("recording to \(path); Ctrl-C ends it")
    try watch.run()
    if let failure = writer.failure { throw failure }
    let report = Report(file: path, messages: writer.messageCount, lost: writer.lostCount)
    invocation.output.show(report) { report, _ in
      "\(report.messages) messages recorded"
        + (report.lost > 0 ? "; \(report.lost) were lost: this program was too slow" : "")
    }
  }

  private static func head(_ reach: ServiceReach) throws(Failure) -> Recording.Head {
    let clock = try reach.ask(ClockRead(), of: .screentimed)
    let catalog = try reach.ask(CatalogList(), of: .screentimed).applications
    var services: [Recording.Head.Service] = []
    for service in KnownService.allCases {
      let report = try reach.ask(BusPeers(), of: service)
      services.append(
        Recording.Head.Service(service: service, version: report.version, pid: report.pid))
    }
    return Recording.Head(
      services: services, clock: clock,
      applications: Dictionary(
        catalog.map { ($0.token.rawValue, $0.categories.map(\.rawValue)) }
      ) { first, _ in first })
  }
}
