import Glibc

/// What the kernel shows of another process.
enum ProcessFile {
  /// The program that a process runs; nil where it has ended or the kernel doesn't show it.
  static func executable(of pid: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/\(pid)/exe", &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}
