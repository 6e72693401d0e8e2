import EventLoop
import Glibc

/// Whether a program brings along all that it is made of.
enum ProgramKind: Hashable {
  /// It is linked whole: it needs nothing but itself.
  case whole
  /// It needs libraries or an interpreter of the system's.
  case needsSystem

  private static let interpreterSegment: UInt32 = 3

  /// Looks at the beginning of a program's file.
  ///
  /// One that can't be read, or is of another make, gets no more than one that is linked whole.
  init(of path: String) {
    self = Self.start(of: path).map(ProgramKind.init(start:)) ?? .whole
  }

  /// Judges a program by its first 4,096 bytes.
  init(start: [UInt8]) {
    let isScript = start.starts(with: Array("#!".utf8))
    self = isScript || Self.namesAnInterpreter(start) ? .needsSystem : .whole
  }

  /// Whether a file begins as an ELF file of 64 bits does.
  static func isProgram(_ start: [UInt8]) -> Bool {
    start.starts(with: [0x7F] + Array("ELF".utf8) + [2])
  }

  /// Whether one of an ELF file's segments names the program that would load its libraries.
  private static func namesAnInterpreter(_ start: [UInt8]) -> Bool {
    guard isProgram(start),
      let table = start.number(UInt64.self, at: 32).flatMap({ Int(exactly: $0) }),
      let size = start.number(UInt16.self, at: 54).map(Int.init),
      let count = start.number(UInt16.self, at: 56)
    else { return false }
    return (0..<Int(count)).contains { index in
      let (offset, overflows) = table.addingReportingOverflow(index * size)
      return !overflows && start.number(UInt32.self, at: offset) == interpreterSegment
    }
  }

  private static func start(of path: String) -> [UInt8]? {
    guard
      let file = try? FileDescriptor(
        checking: unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), "open", path: path)
    else { return nil }  // Whoever starts it meets the same reason and tells it.
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(file.raw, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : nil
  }
}
