import EventLoop
import FamilyServer
import Glibc

/// The file in which the first family's token lies, for whoever runs the server: mode 0600.
struct TokenFile {
  let path: String

  /// Replaces the token: the new file is whole on the disk before it has the old one's place.
  func write(_ token: Secret) throws {
    let fresh = path + ".new"
    _ = unsafe unlink(fresh)  // One that an earlier life left behind.
    let file = try FileDescriptor(
      checking: unsafe open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600),
      "write", path: fresh)
    let text = token.text + "\n"
    guard unsafe Glibc.write(file.raw, text, text.utf8.count) == text.utf8.count,
      fsync(file.raw) == 0, unsafe rename(fresh, path) == 0
    else { throw SystemError.last("write", path: path) }
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let directory = try FileDescriptor(
      checking: unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open", path: folder)
    guard fsync(directory.raw) == 0 else { throw SystemError.last("write out", path: folder) }
  }

  /// The token; `nil` where there is no file.
  func read() throws -> Secret? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    if descriptor < 0, errno == ENOENT { return nil }
    let file = try FileDescriptor(checking: descriptor, "read", path: path)
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe Glibc.read(file.raw, &bytes, bytes.count)
    guard count > 0 else { throw SystemError.last("read", path: path) }
    return Secret(
      String(decoding: bytes[..<count], as: UTF8.self).filter { !$0.isWhitespace })
  }
}
