import EventLoop
import Glibc

/// How much memory a process holds.
enum ResidentMemory {
  private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

  /// What a process holds of the machine's memory now, in bytes; `nil` when it has ended.
  ///
  /// What it has only reserved doesn't count, nor what of its own file is not in memory.
  static func bytes(of pid: Int32) -> Int? {
    guard
      let file = try? FileDescriptor(
        checking: unsafe open("/proc/\(pid)/statm", O_RDONLY | O_CLOEXEC), "open")
    else { return nil }  // It has ended, or there is no /proc to look at.
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = unsafe read(file.raw, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let fields = bytes[..<count].split(separator: UInt8(ascii: " "))
    guard fields.count > 1 else { return nil }
    return Int(String(decoding: fields[1], as: UTF8.self)).map { $0 * pageSize }
  }
}
