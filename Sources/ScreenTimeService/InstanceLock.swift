import EventLoop
import Glibc

/// Keeps a second service off the same state: two would undo each other's shields.
///
/// The kernel lets go of it when the process ends, however it ends.
struct InstanceLock: ~Copyable {
  private let file: FileDescriptor

  /// Takes the lock, or tells the process that has it.
  ///
  /// - Throws: ``ServiceError`` `alreadyRunning`, or `unusableState` when the file can't be opened.
  init(at path: String) throws(ServiceError) {
    file = try Self.take(path)
  }

  private static func take(_ path: String) throws(ServiceError) -> FileDescriptor {
    let opened = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard opened >= 0 else {
      throw ServiceError(.unusableState, SystemError.last("open", path: path).description)
    }
    let file = FileDescriptor(adopting: opened)
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      throw ServiceError(
        .alreadyRunning, "another service (process \(owner(opened))) has this state",
        hint: "end it first, or use another --state")
    }
    let text = "\(getpid())\n"
    // The number is only for the message above; the lock itself holds without it.
    _ = ftruncate(opened, 0)
    _ = unsafe pwrite(opened, text, text.utf8.count, 0)
    return file
  }

  private static func owner(_ file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = unsafe pread(file, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return Int32(text.split(separator: "\n").first ?? "").map(String.init) ?? "unknown"
  }
}
