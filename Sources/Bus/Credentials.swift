import Glibc

/// Who a process is, as the kernel says.
package struct Credentials: Hashable, Sendable, Codable {
  /// The effective user.
  package let uid: UInt32
  /// The effective group.
  package let gid: UInt32
  /// The process.
  package let pid: Int32

  /// Joins the three.
  package init(uid: UInt32, gid: UInt32, pid: Int32) {
    self.uid = uid
    self.gid = gid
    self.pid = pid
  }

  /// Those of the calling process.
  package static var own: Credentials {
    Credentials(uid: geteuid(), gid: getegid(), pid: getpid())
  }
}
