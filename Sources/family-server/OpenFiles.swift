import Glibc

/// How many descriptors the process may have.
enum OpenFiles {
  /// The most that are asked for: more than any server here needs.
  private static let enough: rlim_t = 8192

  /// Raises the process's limit as far as it may be raised, and says what it is.
  static func raiseLimit() -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return 1024
    }
    var wanted = limit
    wanted.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, enough))
    if unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &wanted) == 0 {
      limit = wanted
    }
    return Int(min(limit.rlim_cur, enough))
  }
}
