import Glibc

/// What kind of file a program is.
enum ExecutableFile {
  enum Kind: Hashable {
    /// The kernel runs it itself.
    case binary
    /// An interpreter runs it: its text, as far as it is small enough to be a launcher.
    case script(String)
    /// Neither; an interpreter may still run it, such as a jar.
    case data
  }

  /// The largest script that is read as a launcher.
  ///
  /// A longer one is a program of its own.
  static let largestLauncher = 65_536

  /// The kind of the file at `path`; `nil` when there is no regular file that can be read.
  static func kind(of path: String) -> Kind? {
    guard let status = FileSystem.status(path), status.st_mode & S_IFMT == S_IFREG,
      let head = FileSystem.bytes(of: path, atMost: 4)
    else { return nil }
    if head == [0x7F, 0x45, 0x4C, 0x46] { return .binary }
    guard head.starts(with: "#!".utf8) else { return .data }
    guard status.st_size <= largestLauncher else { return .script("") }
    return .script(FileSystem.text(of: path, atMost: largestLauncher) ?? "")
  }
}
