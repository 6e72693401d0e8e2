import EventLoop
import Glibc

/// The folders in which a program says that its libraries are: where its toolchain has them, for one.
enum LibraryFolders {
  private struct Segment {
    let type: UInt32
    let offset: UInt64
    let address: UInt64
    let size: UInt64
  }

  private static let loaded: UInt32 = 1
  private static let dynamic: UInt32 = 2
  private static let stringTable: UInt64 = 5
  private static let runPaths: Set<UInt64> = [15, 29]
  private static let mostSegments = 128
  private static let mostDynamicBytes: UInt64 = 64 * 1024
  private static let longestPath = 8192

  /// The absolute paths in the run path of an ELF file; none for one that has none or can't be read.
  static func named(by executable: String) -> [String] {
    guard
      let file = try? FileDescriptor(
        checking: unsafe open(executable, O_RDONLY | O_CLOEXEC | O_NONBLOCK), "open")
    else { return [] }  // Whoever starts it meets the same reason and tells it.
    return texts(in: file.raw).flatMap { $0.split(separator: ":") }
      .map(String.init).filter { $0.hasPrefix("/") }
  }

  private static func texts(in file: Int32) -> [String] {
    let segments = segments(of: file)
    guard let dynamic = segments.first(where: { $0.type == dynamic }),
      let entries = bytes(of: file, at: dynamic.offset, Int(min(dynamic.size, mostDynamicBytes)))
    else { return [] }
    var table: UInt64?
    var places: [UInt64] = []
    for offset in stride(from: 0, to: entries.count, by: 16) {
      guard let tag = entries.number(UInt64.self, at: offset),
        let value = entries.number(UInt64.self, at: offset + 8)
      else { break }
      if tag == stringTable { table = value }
      if runPaths.contains(tag) { places.append(value) }
    }
    guard let start = table.flatMap({ place(of: $0, in: segments) }) else { return [] }
    return places.compactMap { bytes(of: file, at: start &+ $0, longestPath) }
      .map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func segments(of file: Int32) -> [Segment] {
    guard let head = bytes(of: file, at: 0, 64), ProgramKind.isProgram(head),
      let start = head.number(UInt64.self, at: 32), let size = head.number(UInt16.self, at: 54),
      let count = head.number(UInt16.self, at: 56), Int(count) <= mostSegments,
      let table = bytes(of: file, at: start, Int(size) * Int(count))
    else { return [] }
    return (0..<Int(count)).compactMap { index in
      let base = index * Int(size)
      guard let type = table.number(UInt32.self, at: base),
        let offset = table.number(UInt64.self, at: base + 8),
        let address = table.number(UInt64.self, at: base + 16),
        let size = table.number(UInt64.self, at: base + 32)
      else { return nil }
      return Segment(type: type, offset: offset, address: address, size: size)
    }
  }

  /// Where in the file the byte lies that a program finds at an address.
  private static func place(of address: UInt64, in segments: [Segment]) -> UInt64? {
    let holder = segments.first { segment in
      segment.type == loaded && address >= segment.address
        && address - segment.address < segment.size
    }
    return holder.map { $0.offset &+ (address - $0.address) }
  }

  /// What the file has at an offset, at most so many bytes; `nil` when that is nothing.
  private static func bytes(of file: Int32, at offset: UInt64, _ count: Int) -> [UInt8]? {
    guard let offset = Int(exactly: offset), count > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = unsafe pread(file, &bytes, count, offset)
    return read > 0 ? Array(bytes[..<read]) : nil
  }
}
