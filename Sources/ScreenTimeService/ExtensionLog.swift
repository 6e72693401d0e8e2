import EventLoop
import Glibc

/// What an extension writes to its output, in a file of bounded size with one before it.
final class ExtensionLog {
  private static let sizeLimit = 256 * 1024

  private let path: String
  private var size = 0

  init(path: String) {
    self.path = path
  }

  /// Appends what an extension wrote.
  ///
  /// - Throws: what the system says when the file can't be written.
  func append(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    if size + bytes.count > Self.sizeLimit { try makeRoom() }
    let file = try FileDescriptor(
      checking: unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600),
      "open", path: path)
    var rest = bytes
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe write(file.raw, $0.baseAddress, $0.count) }
      guard written > 0 else { throw .last("write", path: path) }
      rest = rest.dropFirst(written)
    }
    let end = lseek(file.raw, 0, SEEK_END)
    if end >= 0 { size = Int(end) }
  }

  private func makeRoom() throws(SystemError) {
    guard unsafe rename(path, path + ".1") == 0 || errno == ENOENT else {
      throw .last("set aside", path: path)
    }
    size = 0
  }
}
