import CScreenTimeTesting
import EventLoop
import FoundationEssentials
import Glibc

/// A program that the kit has started, with what it wrote; it doesn't outlive this object.
///
/// It is safe: the handle is given back in `deinit`, and nowhere else.
@safe final class ChildProgram {
  let path: String
  private let handle: OpaquePointer
  private let log: String

  /// Starts a program.
  ///
  /// - Parameter watches: whether it can be killed before one of its file changes.
  /// - Throws: ``TestPlatformError`` `setUp`, or `unsupported` where the kernel can't watch.
  init(
    _ path: String, _ arguments: [String], log: String, watches: Bool = false
  ) throws(TestPlatformError) {
    self.path = path
    self.log = log
    let words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    let started = unsafe watched_start(path, words, log, watches ? 1 : 0)
    guard let started = unsafe started else {
      let reason = SystemError.last("start", path: path)
      let isUnsupported = watches && [ENOSYS, EINVAL, EBUSY].contains(reason.errno)
      throw TestPlatformError(
        isUnsupported ? "unsupported" : "setUp",
        isUnsupported
          ? "this kernel cannot watch the system calls of \(path): \(reason.reason)"
          : "\(reason)")
    }
    unsafe handle = started
  }

  deinit { unsafe watched_free(handle) }

  /// The process id.
  var pid: Int32 { unsafe watched_pid(handle) }

  /// How it ended: its exit status, or minus the signal that ended it; `nil` while it runs.
  var status: Int32? {
    var status: Int32 = 0
    return unsafe watched_has_ended(handle, &status) != 0 ? status : nil
  }

  /// Has it killed right before the `number`-th file change from now on; 0 takes that back.
  func kill(beforeChange number: Int) {
    unsafe watched_kill_before(handle, UInt32(clamping: number))
  }

  /// Whether it was killed before a file change.
  var wasKilled: Bool { unsafe watched_was_killed(handle) != 0 }

  /// Sends it a signal.
  func send(_ signal: Int32) { unsafe watched_signal(handle, signal) }

  /// What it wrote to its output and its error output.
  var output: String {
    FileManager.default.contents(atPath: log).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
