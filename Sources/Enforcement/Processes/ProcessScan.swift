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
    while let entry = unsafe readdir(stream) {
      guard let pid = unsafe pid(of: entry) else { continue }
      if let process = look(at: pid, in: folder) { found.append(process) }
    }
    return found
  }

  /// One process.
  static func one(_ pid: Int32) -> ScannedProcess? {
    var status = stat()
    guard unsafe stat("/proc/\(pid)/exe", &status) == 0 else { return nil }
    return ScannedProcess(pid, status)
  }

  private static func look(at pid: Int32, in folder: Int32) -> ScannedProcess? {
    var status = stat()
    guard unsafe fstatat(folder, "\(pid)/exe", &status, 0) == 0 else { return nil }
    return ScannedProcess(pid, status)
  }

  /// The number that an entry's name is, without making a string of every name.
  private static func pid(of entry: UnsafeMutablePointer<dirent>) -> Int32? {
    unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
      var value: Int32 = 0
      for position in name.indices {
        let byte = unsafe name[position]
        if byte == 0 { break }
        guard byte >= 0x30, byte <= 0x39, value < 100_000_000 else { return nil }
        value = value * 10 + Int32(byte - 0x30)
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
