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
    do {
      file = try FileDescriptor(
        checking: open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600), "open", path: path)
    } catch {
      throw ServiceError(.unusableState, error.description)
    }
    guard flock(file.raw, LOCK_EX | LOCK_NB) == 0 else {
      throw ServiceError(
        .alreadyRunning, "another service (process \(Self.owner(file.raw))) has this state",
        hint: "end it first, or use another --state")
    }
    let text = "\(getpid())\n"
    // The number is only for the message above; the lock itself holds without it.
    _ = ftruncate(file.raw, 0)
    _ = unsafe pwrite(file.raw, text, text.utf8.count, 0)
  }

  private static func owner(_ file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = unsafe pread(file, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return Int32(text.split(separator: "\n").first ?? "").map(String.init) ?? "unknown"
  }
}
