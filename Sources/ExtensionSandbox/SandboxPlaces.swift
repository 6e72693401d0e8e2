/// What a program in the sandbox reaches besides its own file and its app group.
///
/// `docs/security.md` has the same lists, with reasons.
enum SandboxPlaces {
  /// What every program may read: zones, by which days are known, and two devices that tell nothing.
  static let readable = ["/usr/share/zoneinfo", "/dev/null", "/dev/urandom"]

  /// Where a system has its programs, with the libraries and interpreters that a program needs which
  /// isn't linked whole; nothing of anybody's own is there.
  static let systemFolders = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt"]

  /// The index of those libraries.
  static let systemFiles = ["/etc/ld.so.cache"]
}
