/// What the guard tells the service.
package enum GuardNotice: Hashable, Sendable {
  /// It may deny starts and has no table yet.
  case ready
  /// It may not deny starts here: the kernel's reason. It leaves after saying so.
  case refused(errno: Int32)
  /// A table holds: its number, how many files are marked, and which are not.
  case applied(generation: UInt32, marked: UInt32, failures: [MarkFailure])
  /// The answer to a ping.
  case pong(UInt32)
  /// A start was denied.
  case denied(Denial)
  /// So many denials were not told because nobody read them.
  case lost(UInt32)

  /// A file that could not be marked.
  package struct MarkFailure: Hashable, Sendable {
    /// The entry's position in the table.
    package let entry: UInt32
    /// Why; ESTALE when another file lies there by now.
    package let errno: Int32

    /// Makes a failure.
    package init(entry: UInt32, errno: Int32) {
      self.entry = entry
      self.errno = errno
    }
  }

  /// A start that was denied.
  package struct Denial: Hashable, Sendable {
    /// The table that it was denied by.
    package let generation: UInt32
    /// The entry's position in that table.
    package let entry: UInt32
    /// The process that asked.
    package let process: Int32
    /// Its real user; `nil` when it couldn't be read.
    package let user: UInt32?

    /// Makes a denial.
    package init(generation: UInt32, entry: UInt32, process: Int32, user: UInt32?) {
      self.generation = generation
      self.entry = entry
      self.process = process
      self.user = user
    }
  }

  /// How many failures one answer names; the count of marked files tells of the others.
  package static let mostFailures = 4_000

  /// The packet.
  package var packet: [UInt8] {
    switch self {
    case .ready: return PacketWriter(kind: 64).bytes
    case .refused(let errno):
      var writer = PacketWriter(kind: 65)
      writer.put(errno)
      return writer.bytes
    case .applied(let generation, let marked, let failures):
      var writer = PacketWriter(kind: 66)
      writer.put(generation)
      writer.put(marked)
      writer.put(UInt32(min(failures.count, Self.mostFailures)))
      for failure in failures.prefix(Self.mostFailures) {
        writer.put(failure.entry)
        writer.put(failure.errno)
      }
      return writer.bytes
    case .pong(let number): return Self.packet(kind: 67, number)
    case .denied(let denial):
      var writer = PacketWriter(kind: 68)
      writer.put(denial.generation)
      writer.put(denial.entry)
      writer.put(denial.process)
      writer.put(UInt8(denial.user == nil ? 0 : 1))
      writer.put(denial.user ?? 0)
      return writer.bytes
    case .lost(let number): return Self.packet(kind: 69, number)
    }
  }

  private static func packet(kind: UInt8, _ number: UInt32) -> [UInt8] {
    var writer = PacketWriter(kind: kind)
    writer.put(number)
    return writer.bytes
  }

  /// Reads a packet; `nil` when it is none of these, too short or too long.
  package init?(packet: some Collection<UInt8>) {
    var reader = PacketReader(ArraySlice(packet))
    guard let kind = reader.number(UInt8.self), let notice = Self.read(kind, &reader),
      reader.isAtEnd
    else { return nil }
    self = notice
  }

  private static func read(_ kind: UInt8, _ reader: inout PacketReader) -> GuardNotice? {
    switch kind {
    case 64: .ready
    case 65: reader.number().map { .refused(errno: $0) }
    case 66: readApplied(&reader)
    case 67: reader.number().map { .pong($0) }
    case 68: readDenial(&reader)
    case 69: reader.number().map { .lost($0) }
    default: nil
    }
  }

  private static func readApplied(_ reader: inout PacketReader) -> GuardNotice? {
    guard let generation = reader.number(UInt32.self), let marked = reader.number(UInt32.self)
    else { return nil }
    let failures = reader.list(atLeast: 8) { reader -> MarkFailure? in
      guard let entry = reader.number(UInt32.self), let errno = reader.number(Int32.self)
      else { return nil }
      return MarkFailure(entry: entry, errno: errno)
    }
    return failures.map { .applied(generation: generation, marked: marked, failures: $0) }
  }

  private static func readDenial(_ reader: inout PacketReader) -> GuardNotice? {
    guard let generation = reader.number(UInt32.self), let entry = reader.number(UInt32.self),
      let process = reader.number(Int32.self), let known = reader.number(UInt8.self),
      let user = reader.number(UInt32.self)
    else { return nil }
    return .denied(
      Denial(
        generation: generation, entry: entry, process: process, user: known == 1 ? user : nil))
  }
}
