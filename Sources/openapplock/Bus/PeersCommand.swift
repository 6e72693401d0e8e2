import Arguments
import Bus
import BusInspection
import CivilTime

/// The command `openapplock bus peers`.
enum PeersCommand {
  /// The command.
  static let command = Command<Action>(
    "peers", "Shows who is connected to the services, and what each does there",
    details: "Somebody at the desktop is shown his own programs.",
    does: peers)

  private static func peers(_ invocation: Invocation) throws {
    let reach = ServiceReach(instance: invocation.instance)
    var reports: [BusPeers.Reply] = []
    var failure: Failure?
    for service in KnownService.allCases {
      do {
        reports.append(try reach.ask(BusPeers(), of: service))
      } catch {
        guard error.status == .unavailable else { throw error }
        if failure == nil { failure = error }
        if !invocation.output.isJSON { Output.note(error.message) }
      }
    }
    if reports.isEmpty, let failure { throw failure }
    invocation.output.show(reports) { reports, style in
      reports.map { text($0, style) }.joined(separator: "\n\n")
    }
  }

  private static func text(_ report: BusPeers.Reply, _ style: Style) -> String {
    let heading =
      style.heading("\(report.service) \(report.version)")
      + style.faint("  process \(report.pid)  session \(report.session)")
    let rows = report.peers.map { peer in
      [
        peer.name, "\(peer.pid)", "\(peer.uid)", peer.role.rawValue, "\(peer.since)",
        "\(peer.received)", "\(peer.sent)", peer.executable ?? "-",
        peer.registered.isEmpty ? "-" : peer.registered.joined(separator: ", "),
      ]
    }
    let table = Table(
      headings: [
        "PEER", "PID", "UID", "ROLE", "SINCE", "IN", "OUT", "EXECUTABLE", "REGISTERED",
      ],
      rows: rows)
    return heading + "\n" + table.text(style, empty: "Nobody is connected.")
  }
}
