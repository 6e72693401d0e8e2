import CLinux
import Glibc

/// The only owner of an open descriptor: it can't be copied, and it closes when it goes.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The number, for calls that borrow it.
  ///
  /// It is valid only while the owner lives.
  package let raw: Int32

  /// Takes over a descriptor that nobody else closes.
  package init(adopting raw: Int32) {
    self.raw = raw
  }

  /// Takes over what a system call answered, or reports why it answered none.
  ///
  /// - Throws: the thread's last error when `raw` is negative.
  package init(checking raw: Int32, _ operation: String, path: String? = nil) throws(SystemError) {
    guard raw >= 0 else { throw .last(operation, path: path) }
    self.raw = raw
  }

  deinit {
    // Nobody is left who could be told; `close()` is for those who want to know.
    _ = Glibc.close(raw)
  }

  /// Opens a descriptor that becomes readable when the process ends.
  ///
  /// - Throws: `ESRCH` when there is no such process.
  package static func process(_ pid: Int32) throws(SystemError) -> FileDescriptor {
    try FileDescriptor(checking: eventloop_process_open(pid), "watch process \(pid)")
  }

  /// Has the folder of a path on the disk: a file that was made or renamed there is there after a power
  /// cut, too.
  package static func writeOutFolder(of path: String) throws(SystemError) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    let place = folder ?? "."
    let directory = try FileDescriptor(
      checking: unsafe open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open", path: place)
    guard fsync(directory.raw) == 0 else { throw .last("write out", path: place) }
  }

  /// Closes the descriptor and reports what the system says to that.
  package consuming func close() throws(SystemError) {
    guard Glibc.close(release()) == 0 else { throw .last("close a descriptor") }
  }

  /// Gives the descriptor away; the caller closes it.
  package consuming func release() -> Int32 {
    let raw = self.raw
    discard self
    return raw
  }
}
