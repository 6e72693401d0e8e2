import CLinux
import EventLoop
import Glibc

/// Holds on to one certain process: signals reach it or nobody.
final class ProcessHandle {
  /// Which process it is.
  let identity: ProcessIdentity
  private let descriptor: FileDescriptor
  private var watch: Watch?

  /// Takes hold of the process; `nil` when it is gone, or when its id is another one's by now.
  init?(_ identity: ProcessIdentity) {
    guard let descriptor = try? FileDescriptor.process(identity.pid) else { return nil }
    self.descriptor = descriptor
    self.identity = identity
    // The descriptor stands for whoever had the id when it was opened: make sure who that was.
    guard ProcessIdentity(pid: identity.pid) == identity else { return nil }
  }

  deinit {
    watch?.cancel()
  }

  /// Whether it lives still, waiting to be collected included.
  var isThere: Bool { oal_pidfd_signal(descriptor.raw, 0) == 0 || errno == EPERM }

  /// Sends a signal; `false` when the process is gone or we may not.
  @discardableResult
  func signal(_ number: Int32) -> Bool { oal_pidfd_signal(descriptor.raw, number) == 0 }

  /// Calls `body` once when the process ends.
  func whenGone(_ loop: EventLoop, _ body: @escaping () -> Void) {
    watch = try? loop.watch(descriptor.raw) { [weak self] in
      self?.watch?.cancel()
      self?.watch = nil
      body()
    }
  }
}
