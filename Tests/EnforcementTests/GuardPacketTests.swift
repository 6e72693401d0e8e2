import ExecGuard
import Testing

@Suite("What the service and the guard say to each other")
struct GuardPacketTests {
  static let commands: [GuardCommand] = [
    .begin(generation: 7, users: UserRanges([1_000...65_533, 0...0]), count: 2),
    .begin(generation: 0, users: UserRanges([]), count: 0),
    .entries([
      GuardEntry(file: FileIdentity(device: 64_769, inode: .max), path: "/opt/a b/Spiel ü"),
      GuardEntry(file: FileIdentity(device: 0, inode: 1), path: ""),
    ]),
    .commit, .ping(.max), .leave,
  ]

  static let notices: [GuardNotice] = [
    .ready, .refused(errno: 1),
    .applied(generation: 3, marked: 9, failures: [.init(entry: 4, errno: 116)]),
    .pong(12), .lost(3),
    .denied(.init(generation: 1, entry: 2, process: 4_194_303, user: 1_000)),
    .denied(.init(generation: 1, entry: 2, process: 5, user: nil)),
  ]

  @Test("a command is read as it was written", arguments: commands)
  func commandRoundTrip(_ command: GuardCommand) {
    #expect(GuardCommand(packet: command.packet) == command)
  }

  @Test("a notice is read as it was written", arguments: notices)
  func noticeRoundTrip(_ notice: GuardNotice) {
    #expect(GuardNotice(packet: notice.packet) == notice)
  }

  @Test("a command that is cut anywhere, or has a byte too many, is refused", arguments: commands)
  func cutCommands(_ command: GuardCommand) {
    let packet = command.packet
    for length in 0..<packet.count { #expect(GuardCommand(packet: packet[..<length]) == nil) }
    #expect(GuardCommand(packet: packet + [0]) == nil)
  }

  @Test("a notice that is cut anywhere, or has a byte too many, is refused", arguments: notices)
  func cutNotices(_ notice: GuardNotice) {
    let packet = notice.packet
    for length in 0..<packet.count { #expect(GuardNotice(packet: packet[..<length]) == nil) }
    #expect(GuardNotice(packet: packet + [0]) == nil)
  }

  @Test(
    "a packet that is none of ours is refused",
    arguments: [
      [0], [6], [255], [64, 1], [2, 255, 255, 255, 255], [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0],
      // A range that ends before it starts.
      [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 4, 0, 0, 0],
    ] as [[UInt8]])
  func foreignPackets(_ packet: [UInt8]) {
    #expect(GuardCommand(packet: packet) == nil)
  }

  @Test("a large table is handed over in packets that fit, and nothing of it is missing")
  func largeTable() {
    let entries = (0..<3_000).map {
      GuardEntry(
        file: FileIdentity(device: 1, inode: UInt64($0)), path: "/home/somebody/games/\($0)")
    }
    let table = GuardTable(generation: 1, users: UserRanges([1_000...1_000]), entries: entries)
    let packets = GuardCommand.packets(for: table)
    #expect(packets.allSatisfy { $0.count <= GuardCommand.largestPacket })
    let received = packets.compactMap { GuardCommand(packet: $0) }.flatMap {
      if case .entries(let entries) = $0 { entries } else { [GuardEntry]() }
    }
    #expect(received == entries)
  }
}
