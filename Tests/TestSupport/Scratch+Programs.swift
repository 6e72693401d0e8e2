import Foundation
import Glibc

/// Programs that a test may block: copies, each with a content that nobody else's copy has.
extension Scratch {
  /// Copies a program of the machine into the folder, a few bytes longer than it was.
  ///
  /// A service knows copies by their content; with bytes of its own this one is nobody else's, so
  /// that installations that run at once don't hold each other's programs.
  package func victim(_ name: String, from source: String = "/usr/bin/sleep") throws -> String {
    let copy = try copyProgram(source, as: name)
    let file = try FileHandle(forWritingTo: URL(filePath: copy))
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data("\n\(path) \(UInt64.random(in: 0...UInt64.max))\n".utf8))
    return copy
  }
}

/// Starts a program to see whether it may start; 0, or the system's reason why it may not.
///
/// It is given `arguments` with which it ends by itself at once; one that is held is killed.
package func reasonNotToStart(_ program: String, _ arguments: [String] = ["--version"]) -> Int32 {
  var pid: pid_t = 0
  let words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
  defer { unsafe words.forEach { unsafe free($0) } }
  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
  let failure = Launch.unlessBusy {
    unsafe posix_spawn(&pid, program, &actions, nil, words, [nil])
  }
  guard failure == 0 else { return failure }
  if !poll(within: .seconds(2), until: { waitpid(pid, nil, WNOHANG) == pid }) {
    Glibc.kill(pid, SIGKILL)
    while waitpid(pid, nil, 0) < 0, errno == EINTR {}
  }
  return 0
}
