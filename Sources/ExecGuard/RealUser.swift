import CLinux
import Glibc

/// Reads the real user of a process from the kernel.
///
/// The real one, because a set-user-id program that a supervised user starts is still his, and one
/// that `sudo` or a login started for somebody else is not.
package enum RealUser {
  /// The real user id of `process`; `nil` when the process is gone or can't be read.
  package static func of(process: Int32) -> UInt32? {
    guard process > 0 else { return nil }
    let user = oal_real_user(process)
    return user < 0 ? inStatus(of: process) : UInt32(truncatingIfNeeded: user)
  }

  /// Reads it from the process's status, as every kernel allows.
  private static func inStatus(of process: Int32) -> UInt32? {
    let file = unsafe open("/proc/\(process)/status", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2_048) { buffer in
      let count = unsafe read(file, buffer.baseAddress, buffer.count)
      guard count > 0 else { return nil }
      return unsafe parse(UnsafeBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Finds the first number of the line that starts with `Uid:`.
  package static func parse(_ status: some Collection<UInt8>) -> UInt32? {
    var atLineStart = true
    var position = status.startIndex
    while position < status.endIndex {
      if atLineStart, status[position...].starts(with: "Uid:".utf8) {
        return number(in: status[status.index(position, offsetBy: 4)...])
      }
      atLineStart = status[position] == UInt8(ascii: "\n")
      status.formIndex(after: &position)
    }
    return nil
  }

  private static func number(in text: some Collection<UInt8>) -> UInt32? {
    let digits = text.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard !digits.isEmpty, digits.count <= 10 else { return nil }
    return UInt32(exactly: digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1 - 0x30) })
  }
}
