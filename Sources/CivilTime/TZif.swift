/// The content of a compiled zone file, version 2 or later (RFC 9636), read with every number checked.
struct TZif {
  /// Why a zone file can't be used.
  struct Damage: Error {
    let reason: String

    init(_ reason: String) {
      self.reason = reason
    }
  }

  /// The greatest file that is read; real ones have a few kilobytes.
  static let sizeLimit = 1 << 18

  private static let magic: [UInt8] = Array("TZif".utf8)

  private let transitions: [Int64]
  private let offsets: [Int]
  private let firstOffset: Int
  private let rule: PosixRule?

  /// Whether a file says that it is a zone at all; the database's folder holds other files too.
  static func isClaimed(by bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// Reads a file's content.
  ///
  /// The first block, with 32-bit times, is for readers of version 1 and is skipped.
  init(_ bytes: [UInt8]) throws(Damage) {
    var reader = ByteReader(bytes)
    let old = try Header(&reader)
    guard old.version >= UInt8(ascii: "2") else {
      throw Damage("it has only 32-bit times (version 1)")
    }
    try reader.skip(old.blockLength(timeSize: 4))
    let header = try Header(&reader)
    try header.check()
    transitions = try Self.transitions(header, &reader)
    let kinds = try reader.take(header.transitionCount)
    let offsetOfKind = try Self.offsetsOfKinds(header, &reader)
    try reader.skip(header.lengthAfterKinds)
    var offsets: [Int] = []
    offsets.reserveCapacity(kinds.count)
    for kind in kinds {
      guard Int(kind) < offsetOfKind.count else { throw Damage("a transition has no kind") }
      offsets.append(offsetOfKind[Int(kind)])
    }
    self.offsets = offsets
    firstOffset = offsetOfKind[0]
    let footer = try reader.footer()
    rule = footer.isEmpty ? nil : try PosixRule(parsing: footer)
  }

  /// The table for lookups.
  func table(named identifier: String) -> ZoneTable {
    ZoneTable(
      identifier: identifier, transitions: transitions, offsets: offsets, firstOffset: firstOffset,
      rule: rule)
  }

  private static func transitions(
    _ header: Header, _ reader: inout ByteReader
  ) throws(Damage) -> [Int64] {
    var transitions: [Int64] = []
    transitions.reserveCapacity(header.transitionCount)
    // Readings are computed in milliseconds around a transition, so one must leave room for that.
    let sensible = -(Int64(1) << 59)...(Int64(1) << 40)
    for _ in 0..<header.transitionCount {
      let time = Int64(bitPattern: try reader.unsigned(bytes: 8))
      guard sensible.contains(time) else { throw Damage("a transition is out of range") }
      if let last = transitions.last, last >= time {
        throw Damage("its transitions are not in order")
      }
      transitions.append(time)
    }
    return transitions
  }

  private static func offsetsOfKinds(
    _ header: Header, _ reader: inout ByteReader
  ) throws(Damage) -> [Int] {
    var offsets: [Int] = []
    for _ in 0..<header.kindCount {
      let offset = Int(Int32(truncatingIfNeeded: try reader.unsigned(bytes: 4)))
      let isDaylight = try reader.unsigned(bytes: 1)
      let abbreviation = try reader.unsigned(bytes: 1)
      // RFC 9636: -25 h to +26 h, each less one second.
      guard (-89_999...93_599).contains(offset), isDaylight <= 1,
        abbreviation < header.abbreviationLength
      else { throw Damage("a kind of local time is out of range") }
      offsets.append(offset)
    }
    return offsets
  }

  /// The counts before a block.
  private struct Header {
    static let length = 44

    let version: UInt8
    let utcMarkCount: Int
    let standardMarkCount: Int
    let leapSecondCount: Int
    let transitionCount: Int
    let kindCount: Int
    let abbreviationLength: Int

    init(_ reader: inout ByteReader) throws(Damage) {
      guard try reader.take(4).elementsEqual(TZif.magic) else {
        throw Damage("a block does not begin with \"TZif\"")
      }
      version = UInt8(truncatingIfNeeded: try reader.unsigned(bytes: 1))
      try reader.skip(15)
      utcMarkCount = try reader.count()
      standardMarkCount = try reader.count()
      leapSecondCount = try reader.count()
      transitionCount = try reader.count()
      kindCount = try reader.count()
      abbreviationLength = try reader.count()
    }

    /// The bytes after the header; counts are at most the file's limit, so this can't overflow.
    func blockLength(timeSize: Int) -> Int {
      transitionCount * (timeSize + 1) + kindCount * 6 + abbreviationLength
        + leapSecondCount * (timeSize + 4) + standardMarkCount + utcMarkCount
    }

    /// The bytes of the second block that follow the kinds of local time.
    var lengthAfterKinds: Int { abbreviationLength + standardMarkCount + utcMarkCount }

    func check() throws(Damage) {
      guard leapSecondCount == 0 else { throw Damage("it counts leap seconds") }
      guard (1...256).contains(kindCount), abbreviationLength >= 1 else {
        throw Damage("it names no kind of local time")
      }
      guard standardMarkCount == 0 || standardMarkCount == kindCount,
        utcMarkCount == 0 || utcMarkCount == kindCount
      else { throw Damage("its counts contradict each other") }
    }
  }
}
