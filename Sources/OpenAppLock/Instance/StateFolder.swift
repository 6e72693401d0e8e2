import EventLoop
import Glibc

/// Makes an instance's folders, and refuses ones that others could reach into.
package enum StateFolder {
  /// Says why a state directory can't be used.
  package struct Refusal: Error, Hashable, Sendable {
    /// What is wrong.
    package let message: String
    /// What would be right.
    package let hint: String?
  }

  /// Makes what is missing of an instance's folders, mode 0700, and checks what is there.
  ///
  /// - Throws: ``Refusal`` for a folder that is somebody else's, open to others, or no folder.
  package static func prepare(_ layout: StateLayout) throws(Refusal) {
    let folders = [
      layout.state, layout.run, layout.platform, layout.extensions, layout.state + "/groups",
      layout.group,
    ]
    for folder in folders {
      try makeParents(of: folder)
      try make(folder, mode: 0o700)
      try check(folder)
    }
  }

  private static func makeParents(of path: String) throws(Refusal) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let parent = String(path[..<slash])
    guard unsafe access(parent, F_OK) != 0 else { return }
    try makeParents(of: parent)
    try make(parent, mode: 0o755)
  }

  private static func make(_ path: String, mode: mode_t) throws(Refusal) {
    guard unsafe mkdir(path, mode) != 0, errno != EEXIST else { return }
    throw Refusal(
      message: SystemError.last("make the folder", path: path).description,
      hint: "choose another place with --state DIR")
  }

  private static func check(_ path: String) throws(Refusal) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      throw Refusal(message: SystemError.last("look at", path: path).description, hint: nil)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw Refusal(
        message: "\"\(path)\" is not a folder", hint: "choose another place with --state DIR")
    }
    guard status.st_uid == geteuid() else {
      throw Refusal(
        message: "\"\(path)\" belongs to user \(status.st_uid), and we are user \(geteuid())",
        hint: "an instance keeps its things in a folder of its own: choose another with --state DIR"
      )
    }
    guard status.st_mode & 0o077 == 0 else {
      let mode = String(status.st_mode & 0o777, radix: 8)
      throw Refusal(
        message: "\"\(path)\" is open to others (mode \(mode))", hint: "chmod 700 \"\(path)\"")
    }
  }
}
