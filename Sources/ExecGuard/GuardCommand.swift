/// What the service tells the guard.
///
/// A table comes as one `begin`, any number of `entries` and one `commit`, because a packet is
/// bounded; nothing of it counts before the commit.
package enum GuardCommand: Hashable, Sendable {
  /// A new table starts: its number, its users and how many entries will come.
  case begin(generation: UInt32, users: UserRanges, count: UInt32)
  /// The next entries of the table that was begun.
  case entries([GuardEntry])
  /// The table is complete and holds from now on.
  case commit
  /// Answer with the same number.
  case ping(UInt32)
  /// Leave at once.
  case leave

  /// How many bytes a packet has at most, either way.
  package static let largestPacket = 65_536
  /// How many bytes of entries go into one packet.
  package static let entryBytesPerPacket = 32_768

  /// The packet.
  package var packet: [UInt8] {
    switch self {
    case .begin(let generation, let users, let count):
      var writer = PacketWriter(kind: 1)
      writer.put(generation)
      writer.put(count)
      writer.put(UInt32(users.ranges.count))
      for range in users.ranges {
        writer.put(range.lowerBound)
        writer.put(range.upperBound)
      }
      return writer.bytes
    case .entries(let entries):
      var writer = PacketWriter(kind: 2)
      writer.put(UInt32(entries.count))
      for entry in entries {
        writer.put(entry.file.device)
        writer.put(entry.file.inode)
        writer.put(entry.path)
      }
      return writer.bytes
    case .commit: return PacketWriter(kind: 3).bytes
    case .ping(let number):
      var writer = PacketWriter(kind: 4)
      writer.put(number)
      return writer.bytes
    case .leave: return PacketWriter(kind: 5).bytes
    }
  }

  /// Reads a packet; `nil` when it is none of these, too short or too long.
  package init?(packet: some Collection<UInt8>) {
    var reader = PacketReader(ArraySlice(packet))
    guard let kind = reader.number(UInt8.self), let command = Self.read(kind, &reader),
      reader.isAtEnd
    else { return nil }
    self = command
  }

  private static func read(_ kind: UInt8, _ reader: inout PacketReader) -> GuardCommand? {
    switch kind {
    case 1: readBegin(&reader)
    case 2: readEntries(&reader)
    case 3: .commit
    case 4: reader.number().map { .ping($0) }
    case 5: .leave
    default: nil
    }
  }

  private static func readBegin(_ reader: inout PacketReader) -> GuardCommand? {
    guard let generation = reader.number(UInt32.self), let count = reader.number(UInt32.self)
    else { return nil }
    let ranges = reader.list(atLeast: 8) { reader -> ClosedRange<UInt32>? in
      guard let low = reader.number(UInt32.self), let high = reader.number(UInt32.self), low <= high
      else { return nil }
      return low...high
    }
    return ranges.map { .begin(generation: generation, users: UserRanges($0), count: count) }
  }

  private static func readEntries(_ reader: inout PacketReader) -> GuardCommand? {
    let entries = reader.list(atLeast: 18) { reader -> GuardEntry? in
      guard let device = reader.number(UInt64.self), let inode = reader.number(UInt64.self),
        let path = reader.text()
      else { return nil }
      return GuardEntry(file: FileIdentity(device: device, inode: inode), path: path)
    }
    return entries.map { .entries($0) }
  }

  /// The packets that hand over `table` whole.
  package static func packets(for table: GuardTable) -> [[UInt8]] {
    var packets = [
      begin(
        generation: table.generation, users: table.users, count: UInt32(table.entries.count)
      ).packet
    ]
    var batch: [GuardEntry] = []
    var bytes = 0
    for entry in table.entries {
      let size = 18 + entry.path.utf8.count
      if bytes + size > entryBytesPerPacket, !batch.isEmpty {
        packets.append(entries(batch).packet)
        batch.removeAll()
        bytes = 0
      }
      batch.append(entry)
      bytes += size
    }
    if !batch.isEmpty { packets.append(entries(batch).packet) }
    packets.append(commit.packet)
    return packets
  }
}
