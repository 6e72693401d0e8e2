import Glibc

/// Holds a file that only one process may hold, and says in it which one that is.
///
/// The kernel lets go of it when the process ends, however it ends.
package struct InstanceLock: ~Copyable {
  private let descriptor: FileDescriptor

  /// How long a process that was told to end, or was killed, may still hold its lock.
  package static let leaving = Duration.seconds(2)

  /// Takes the lock at `path`, waiting for one that is about to leave.
  ///
  /// - Throws: ``InstanceLockError``; `held` with the process id where another one holds it all that time.
  package init(at path: String, within limit: Duration = .zero) throws(InstanceLockError) {
    descriptor = try Self.locked(try Self.file(at: path), path, BootTime.nanoseconds(after: limit))
  }

  private static func locked(
    _ file: consuming FileDescriptor, _ path: String, _ deadline: Int64
  ) throws(InstanceLockError) -> FileDescriptor {
    while flock(file.raw, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else { throw .failed(.last("lock", path: path)) }
      guard BootTime.nanoseconds < deadline else { throw .held(by: holder(file.raw)) }
      usleep(10_000)
    }
    try write(getpid(), to: file.raw, path)
    return file
  }

  private static func file(at path: String) throws(InstanceLockError) -> FileDescriptor {
    do {
      return try FileDescriptor(
        checking: unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600), "open",
        path: path)
    } catch {
      throw .failed(error)
    }
  }

  private static func holder(_ descriptor: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    let digits = bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }
    return Int32(String(decoding: digits, as: UTF8.self))
  }

  private static func write(
    _ pid: Int32, to descriptor: Int32, _ path: String
  ) throws(InstanceLockError) {
    let text = Array("\(pid)\n".utf8)
    guard ftruncate(descriptor, 0) == 0,
      unsafe pwrite(descriptor, text, text.count, 0) == text.count
    else { throw .failed(.last("write", path: path)) }
  }
}

/// Says why a lock was not taken.
package enum InstanceLockError: Error, Hashable, Sendable {
  /// Another process holds it; its id, where the file tells.
  case held(by: Int32?)
  /// The file could not be opened, locked or written.
  case failed(SystemError)
}
