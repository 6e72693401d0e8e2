import ExecGuard
import Glibc

/// A process and the file that it runs, as one pass over `/proc` finds them.
struct ScannedProcess {
  let pid: Int32
  let file: FileIdentity
  let size: Int64
  /// When its content was last changed, in nanoseconds.
  let modified: Int64
  /// Whether the file has no name any more: it was replaced or removed while it runs.
  let fileIsGone: Bool

  /// The file as it is now.
  var version: FileVersion { FileVersion(file: file, size: size, modified: modified) }
}

/// One quick pass over `/proc`: a single call for each process, and nothing read.
enum ProcessScan {
  /// Every process whose executable we may see.
  ///
  /// Kernel threads have none.
  static func all() -> [ScannedProcess] {
    guard let stream = unsafe opendir("/proc") else { return [] }
    defer { unsafe closedir(stream) }
    let folder = unsafe dirfd(stream)
    var found: [ScannedProcess] = []
    found.reserveCapacity(512)
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      guard let path = buffer.baseAddress else { return }
      while let entry = unsafe readdir(stream) {
        guard let pid = unsafe writePath(of: entry, to: path) else { continue }
        var status = stat()
        guard unsafe fstatat(folder, path, &status, 0) == 0 else { continue }
        found.append(ScannedProcess(pid, status))
      }
    }
    return found
  }

  /// One process.
  static func one(_ pid: Int32) -> ScannedProcess? {
    var status = stat()
    guard unsafe stat("/proc/\(pid)/exe", &status) == 0 else { return nil }
    return ScannedProcess(pid, status)
  }

  /// Writes `NUMBER/exe` where an entry's name is a number, without making a string of every name.
  private static func writePath(
    of entry: UnsafeMutablePointer<dirent>, to path: UnsafeMutablePointer<CChar>
  ) -> Int32? {
    unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
      var value: Int32 = 0
      var length = 0
      while length < 10, unsafe name[length] != 0 {
        let byte = unsafe name[length]
        guard byte >= 0x30, byte <= 0x39, value < 100_000_000 else { return nil }
        value = value * 10 + Int32(byte - 0x30)
        unsafe path[length] = CChar(bitPattern: byte)
        length += 1
      }
      for byte in "/exe\0".utf8 {
        unsafe path[length] = CChar(bitPattern: byte)
        length += 1
      }
      return value > 0 ? value : nil
    }
  }
}

extension ScannedProcess {
  fileprivate init(_ pid: Int32, _ status: stat) {
    self.init(
      pid: pid, file: FileIdentity(status), size: Int64(status.st_size),
      modified: FileVersion(status).modified, fileIsGone: status.st_nlink == 0)
  }
}
