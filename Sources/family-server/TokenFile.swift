import EventLoop
import FamilyServer
import Glibc

/// The file in which the first family's token lies, for whoever runs the server: mode 0600.
///
/// A new token is written beside it before the database takes its hash, and has the old one's place after
/// that: whenever a process ends in between, one of the two files has the token that opens something.
struct TokenFile {
  let path: String

  private var fresh: String { path + ".new" }

  /// Writes a new token beside the one that there is.
  func prepare(_ token: Secret) throws {
    _ = unsafe unlink(fresh)  // One that an earlier life left behind.
    let file = try FileDescriptor(
      checking: unsafe open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600),
      "write", path: fresh)
    let text = token.text + "\n"
    guard unsafe Glibc.write(file.raw, text, text.utf8.count) == text.utf8.count,
      fsync(file.raw) == 0
    else { throw SystemError.last("write", path: fresh) }
    try FileDescriptor.writeOutFolder(of: path)
  }

  /// Gives the new token the old one's place.
  func take() throws {
    guard unsafe rename(fresh, path) == 0 else { throw SystemError.last("write", path: path) }
    try FileDescriptor.writeOutFolder(of: path)
  }

  /// The token; `nil` where there is no file.
  func read() throws -> Secret? { try Self.read(path) }

  /// A token that has not got its place yet; `nil` where there is none, as nearly always.
  func readPrepared() throws -> Secret? { try Self.read(fresh) }

  private static func read(_ path: String) throws -> Secret? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    if descriptor < 0, errno == ENOENT { return nil }
    let file = try FileDescriptor(checking: descriptor, "read", path: path)
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe Glibc.read(file.raw, &bytes, bytes.count)
    guard count >= 0 else { throw SystemError.last("read", path: path) }
    let text = String(decoding: bytes[..<count], as: UTF8.self).filter { !$0.isWhitespace }
    return text.isEmpty ? nil : Secret(text)
  }
}
