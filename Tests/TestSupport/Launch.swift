import Foundation
import Glibc

/// What a process is started with.
struct Launch {
  let program: String
  let arguments: [String]
  let environment: [String: String?]
  let descriptors: [Int32]
  let input: String
  let output: String
  let errors: String

  /// Starts the process, in a process group of its own and with every signal as at login.
  func spawn() throws -> pid_t {
    let inherited = try descriptors.map { descriptor in
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 200)
      guard copy >= 0 else { throw TestSupportError.system("copy descriptor \(descriptor)") }
      return copy
    }
    defer { for copy in inherited { close(copy) } }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe fill(&actions, inherited)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    fill(&attributes)
    var pid: pid_t = 0
    let failure = unsafe withStrings([program] + arguments) { arguments in
      unsafe withStrings(environmentLines) { environment in
        Self.unlessBusy {
          unsafe posix_spawn(&pid, program, &actions, &attributes, arguments, environment)
        }
      }
    }
    guard failure == 0 else {
      errno = failure
      throw TestSupportError.system("start \(program)")
    }
    return pid
  }

  /// Tries again while a program that was just copied is open for writing.
  ///
  /// The test has closed it, but a child that another test was starting at that moment has it open
  /// until it is itself.
  static func unlessBusy(_ start: () -> Int32) -> Int32 {
    var failure: Int32 = 0
    _ = poll(within: .seconds(30)) {
      failure = start()
      return failure != ETXTBSY
    }
    return failure
  }

  private var environmentLines: [String] {
    ProcessInfo.processInfo.environment
      .merging(environment.compactMapValues { $0 }) { $1 }
      .filter { name, _ in environment[name] != .some(nil) }
      .map { name, value in "\(name)=\(value)" }
  }

  private func fill(_ actions: inout posix_spawn_file_actions_t, _ inherited: [Int32]) {
    unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, flags, 0o600)
    for (index, copy) in inherited.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, copy, Int32(3 + index))
    }
    for open in openDescriptors where open >= 3 + inherited.count {
      unsafe posix_spawn_file_actions_addclose(&actions, open)
    }
  }

  /// What this process has open; a child that inherited another test's pipe would keep it open.
  private var openDescriptors: [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap { Int32($0) }
  }

  private func fill(_ attributes: inout posix_spawnattr_t) {
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  /// Lends `strings` as C has them, with a null at the end.
  private func withStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe body(copies)
  }
}
