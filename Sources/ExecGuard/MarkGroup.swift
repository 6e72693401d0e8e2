import CLinux
import Glibc

/// A fanotify group and the inodes that it has marked.
///
/// Only inodes are marked, never a mount or a file system: a start of anything else on the machine
/// raises no event and can't be held up by us.
struct MarkGroup: ~Copyable {
  /// The group's descriptor, readable when a start waits for its answer.
  let descriptor: Int32
  private var marked: [FileIdentity: String] = [:]

  /// Opens a group; a refusal is the kernel's reason.
  static func open() -> Result<MarkGroupDescriptor, MarkRefusal> {
    let descriptor = oal_fanotify_open()
    return descriptor < 0
      ? .failure(MarkRefusal(errno: errno)) : .success(MarkGroupDescriptor(raw: descriptor))
  }

  init(_ descriptor: MarkGroupDescriptor) {
    self.descriptor = descriptor.raw
  }

  deinit {
    close(descriptor)
  }

  /// How many inodes are marked.
  var count: Int { marked.count }

  /// Marks everything in `table` that can be, also what was marked before: adding again is free of
  /// effect, and a file system that was taken away and came back has lost its marks.
  mutating func add(_ table: GuardTable) -> [GuardNotice.MarkFailure] {
    var failures: [GuardNotice.MarkFailure] = []
    for (position, entry) in table.entries.enumerated() {
      if let reason = mark(entry, adding: true) {
        failures.append(.init(entry: UInt32(position), errno: reason))
      } else {
        marked[entry.file] = entry.path
      }
    }
    return failures
  }

  /// Removes the marks of everything that `table` doesn't have.
  ///
  /// A file that is no longer at its path keeps its mark until somebody starts it; see
  /// ``dropLeftover(_:)``.
  mutating func removeAll(notIn table: GuardTable) {
    let leaving = marked.filter { !table.contains($0.key) }
    for (file, path) in leaving {
      _ = mark(GuardEntry(file: file, path: path), adding: false)
      marked[file] = nil
    }
  }

  /// Removes the mark of an open file that no table has any more.
  func dropLeftover(_ file: Int32) {
    _ = oal_fanotify_mark(descriptor, file, 0)
  }

  private func mark(_ entry: GuardEntry, adding: Bool) -> Int32? {
    let file = unsafe oal_open_path(entry.path)
    guard file >= 0 else { return errno }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { return errno }
    guard status.st_mode & S_IFMT == S_IFREG else { return EINVAL }
    guard FileIdentity(status) == entry.file else { return ESTALE }
    return oal_fanotify_mark(descriptor, file, adding ? 1 : 0) == 0 ? nil : errno
  }
}

/// The descriptor of a new group, on its way into a ``MarkGroup``.
struct MarkGroupDescriptor {
  let raw: Int32
}

/// Why the kernel gives no group.
struct MarkRefusal: Error {
  let errno: Int32
}
