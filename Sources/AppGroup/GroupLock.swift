import Glibc
import Synchronization

/// The group's one lock: `flock` on a file that is never replaced.
///
/// The kernel lets go of it when its holder ends, however that happens.
final class GroupLock: Sendable {
  static let name = ".lock"

  /// The thread that holds the lock, and how many of its calls do; other threads of this process wait
  /// for it like another process.
  private struct Holding {
    var thread: pthread_t?
    var depth = 0
  }

  private let folder: GroupFolder
  private let holding = Mutex(Holding())

  init(_ folder: GroupFolder) {
    self.folder = folder
  }

  /// Runs `body` with the lock.
  func hold<Result>(
    within limit: Duration, _ body: () throws(AppGroupError) -> Result
  ) throws(AppGroupError) -> Result {
    if enterAgain() {
      defer { leave() }
      return try body()
    }
    let file = try acquire(within: limit)
    enter()
    defer {
      leave()
      flock(file.descriptor, LOCK_UN)
    }
    return try body()
  }

  private func enterAgain() -> Bool {
    holding.withLock { holding in
      guard let thread = holding.thread, pthread_equal(thread, pthread_self()) != 0 else {
        return false
      }
      holding.depth += 1
      return true
    }
  }

  private func enter() {
    holding.withLock { $0 = Holding(thread: pthread_self(), depth: 1) }
  }

  private func leave() {
    holding.withLock { holding in
      holding.depth -= 1
      if holding.depth == 0 { holding.thread = nil }
    }
  }

  /// Tries until the lock is ours or the time is over.
  ///
  /// The pauses grow to a few milliseconds: a lock
  /// that is held longer than that is held by somebody who is stuck or stopped.
  private func acquire(within limit: Duration) throws(AppGroupError) -> GroupFile {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    var pause = 100
    while true {
      let file = try folder.openLockFile(Self.name)
      while flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EWOULDBLOCK || errno == EINTR else { throw .system("lock", file.path) }
        guard clock.now < deadline else { throw Self.timeout(file, limit) }
        usleep(UInt32(pause))
        pause = min(pause * 3 / 2, 4000)
      }
      // If somebody removed the file meanwhile, others lock the new one.
      guard folder.inode(of: Self.name) == file.inode else { continue }
      Self.sign(file)
      return file
    }
  }

  /// Notes who holds the lock, for the message of somebody who waits in vain.
  ///
  /// It is no more than that: nothing depends on it, so it may fail.
  private static func sign(_ file: borrowing GroupFile) {
    let digits = String(getpid())
    let line = digits + String(repeating: " ", count: max(0, 10 - digits.utf8.count)) + "\n"
    let bytes = Array(line.utf8)
    _ = unsafe pwrite(file.descriptor, bytes, bytes.count, 0)
  }

  private static func timeout(_ file: borrowing GroupFile, _ limit: Duration) -> AppGroupError {
    let seconds = limit / .seconds(1)
    let holder = signer(of: file).map { "process \($0)" } ?? "another process"
    return AppGroupError(
      .lockTimeout, "\(holder) has held \"\(file.path)\" for all of \(seconds) seconds",
      hint: "the lock is free as soon as that process goes on or ends")
  }

  /// Who signed last, if that process exists.
  private static func signer(of file: borrowing GroupFile) -> pid_t? {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      count = unsafe max(0, pread(file.descriptor, buffer.baseAddress, 16, 0))
    }
    let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard let process = pid_t(String(decoding: digits, as: UTF8.self)), process > 0,
      kill(process, 0) == 0 || errno == EPERM
    else { return nil }
    return process
  }
}
