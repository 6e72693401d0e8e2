package import ExecGuard
package import Glibc

/// A file with a certain content: an inode is given again after a removal, with another time.
package struct FileVersion: Hashable, Sendable {
  /// Which file it is.
  package let file: FileIdentity
  /// How long it is.
  package let size: Int64
  /// When its content was last changed, in nanoseconds.
  package let modified: Int64

  /// Makes a version of its parts.
  package init(file: FileIdentity, size: Int64, modified: Int64) {
    self.file = file
    self.size = size
    self.modified = modified
  }

  /// Takes the version out of what `stat` filled in.
  package init(_ status: stat) {
    self.init(
      file: FileIdentity(status), size: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
  }

  /// Looks the path up, following links; `nil` when there is nothing.
  package init?(path: String) {
    guard let status = FileSystem.status(path) else { return nil }
    self.init(status)
  }
}
