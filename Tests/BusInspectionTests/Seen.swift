import Bus
import BusInspection
import CivilTime
import ScreenTimeProtocol

/// Messages for tests, as a tap would tell them.
enum Seen {
  /// A session of 16 digits that begins with a letter.
  static func session(_ letter: Character) -> String {
    String(letter) + String(repeating: "0", count: 15)
  }

  /// A message; its number is its place in time.
  static func message(
    _ kind: String, _ type: String, _ id: Int, by letter: Character = "a", cause: String? = nil,
    direction: TapRecord.Direction = .received, of service: KnownService = .app,
    peer: String? = "cli", pid: Int32 = 42, role: Role? = .serviceUser, body: String = "{}",
    at milliseconds: Int64? = nil, time: String = "2025-01-06T09:00:00Z"
  ) -> SeenMessage {
    let header = "OAL/1 \(kind) \(id) \(session(letter)) \(type) \(cause ?? "-") -"
    return SeenMessage(
      service,
      TapRecord(
        sequence: UInt64(id), direction: direction, peer: peer,
        credentials: Credentials(uid: 1000, gid: 1000, pid: pid), role: role,
        time: try? Instant(parsing: time), uptime: .milliseconds(milliseconds ?? Int64(id)),
        size: body.utf8.count, header: header, body: body))
  }

  /// A request and its reply.
  static func exchange(
    _ type: String, _ id: Int, by letter: Character = "a", body: String = "{}",
    reply: String = "{}", isError: Bool = false, time: String = "2025-01-06T09:00:00Z"
  ) -> [SeenMessage] {
    [
      message("request", type, id, by: letter, body: body, time: time),
      message(
        isError ? "error" : "reply", type, 1000 + id, by: "f",
        cause: "\(session(letter))/\(id)", direction: .sent, body: reply, at: Int64(id) + 3,
        time: time),
    ]
  }

  /// The first line of a recording.
  static let head = Recording.Head(
    services: [
      Recording.Head.Service(service: .screentimed, version: "1", pid: 7),
      Recording.Head.Service(service: .app, version: "1", pid: 8),
    ],
    clock: ClockReading(
      now: Instant(seconds: 1_736_154_000), zone: "Europe/Berlin", isVirtual: true),
    applications: ["org.example.Chess": ["games"]])
}
