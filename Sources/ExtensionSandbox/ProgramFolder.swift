import EventLoop
import Glibc

/// The folders of a program that isn't linked whole: where the modules or libraries lie that come with it.
enum ProgramFolder {
  private static let accounts = "/etc/passwd"

  /// The folder of a program, links resolved, where it can be the program's own.
  ///
  /// `nil` for one that is somebody's home, or has homes in it: a program that lies there among all that
  /// is his brings nothing but itself.
  static func own(of executable: String, homes: [String] = homes()) -> String? {
    guard let path = unsafe realpath(executable, nil) else { return nil }
    defer { unsafe free(path) }
    let parts = unsafe String(cString: path).split(separator: "/")
    // What lies directly below the root is everybody's.
    guard parts.count > 2 else { return nil }
    let folder = "/" + parts.dropLast().joined(separator: "/")
    return isHome(folder, among: homes) ? nil : folder
  }

  /// The folders that a program names for its libraries, links resolved, where they can be just that.
  static func libraries(of executable: String, homes: [String] = homes()) -> [String] {
    LibraryFolders.named(by: executable).compactMap { named in
      guard let path = unsafe realpath(named, nil) else { return nil }
      defer { unsafe free(path) }
      let folder = unsafe String(cString: path)
      return folder == "/" || isHome(folder, among: homes) ? nil : folder
    }
  }

  /// Whether a folder is somebody's home, or has homes in it.
  private static func isHome(_ folder: String, among homes: [String]) -> Bool {
    homes.contains { home in home == folder || home.hasPrefix(folder + "/") }
  }

  /// The homes of those who log in, as far as this machine's own list has them, and of whoever runs this.
  private static func homes() -> [String] {
    let own = unsafe getenv("HOME").map { unsafe String(cString: $0) }
    return lines().compactMap(home) + [own].compactMap(\.self)
  }

  /// The home in a line of the list; `nil` for accounts that only run something.
  private static func home(in line: Substring) -> String? {
    let fields = line.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count > 5, let user = UInt32(fields[2]), user == 0 || user >= 1000 else {
      return nil
    }
    return String(fields[5])
  }

  private static func lines() -> [Substring] {
    guard
      let file = try? FileDescriptor(
        checking: unsafe open(accounts, O_RDONLY | O_CLOEXEC), "open", path: accounts)
    else { return [] }  // Without a list there is nobody whose home could be known.
    var text: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(file.raw, &bytes, bytes.count)
      guard count > 0 else { break }
      text += bytes[..<count]
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }
}
