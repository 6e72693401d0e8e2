/// Which process it is: an id is given again, an id with its start time is not.
package struct ProcessIdentity: Hashable, Sendable {
  /// The process's id.
  package let pid: Int32
  /// When it was started, in the kernel's ticks since the machine was.
  package let startTime: UInt64

  /// Makes an identity.
  package init(pid: Int32, startTime: UInt64) {
    self.pid = pid
    self.startTime = startTime
  }

  /// The process that has this id now; `nil` when none has.
  package init?(pid: Int32) {
    guard let status = ProcessStatus(pid: pid) else { return nil }
    self.init(pid: pid, startTime: status.startTime)
  }
}
