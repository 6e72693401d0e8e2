import Glibc

/// Tells one version of a file that is only ever replaced from the next.
struct FileVersion: Equatable {
  private let device: UInt64
  private let inode: UInt64
  private let size: Int
  private let modified: [Int]
  private let changed: [Int]

  /// Looks at the file; `nil` where there is none, or where it can't be looked at.
  init?(of path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int(status.st_size)
    modified = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
    changed = [Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec)]
  }
}
