package import Glibc

/// Which file it is, whatever path leads to it: the device and the inode.
package struct FileIdentity: Hashable, Sendable {
  /// The device's number.
  package let device: UInt64
  /// The inode's number on that device.
  package let inode: UInt64

  /// Makes an identity of its two numbers.
  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }

  /// Takes the identity out of what `stat` filled in.
  package init(_ status: stat) {
    self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  /// Looks the path up, following links; `nil` when there is nothing.
  package init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
