import CLinux

/// Ties a program's life to that of the one which started it.
enum EndWithParent {
  /// Has the kernel send SIGTERM when the parent ends.
  ///
  /// - Returns: false when `parent` is not the parent any more, so that the program should leave.
  static func arrange(_ parent: Int32) -> Bool {
    // Where the kernel cannot do it the service's end is noticed by the connection all the same.
    oal_end_with_parent(parent) != 0
  }
}
