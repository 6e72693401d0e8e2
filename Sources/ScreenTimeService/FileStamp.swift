import Glibc

/// Which file lies at a path, and when it was last changed: whether a program has been replaced.
struct FileStamp: Hashable {
  private let device: UInt
  private let number: UInt
  private let size: Int
  private let changedSeconds: Int
  private let changedNanoseconds: Int

  /// Looks at a file; `nil` when there is none.
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
    size = Int(status.st_size)
    changedSeconds = status.st_ctim.tv_sec
    changedNanoseconds = status.st_ctim.tv_nsec
  }
}
