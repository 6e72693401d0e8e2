import Foundation
package import Glibc

/// A process that a test has started.
///
/// It leads a process group; at the scratch's clean-up the whole group is killed. It is collected
/// only then, so that until then its number can't come to mean another process.
package final class RunningProcess {
  /// The process's number.
  package let pid: pid_t
  private let launch: Launch
  private var isCollected = false

  init(_ launch: Launch, pid: pid_t) {
    self.launch = launch
    self.pid = pid
  }

  /// What it has written to standard output so far.
  package var output: String { Self.text(launch.output) }
  /// What it has written to standard error so far.
  package var errors: String { Self.text(launch.errors) }
  /// Whether it hasn't ended yet.
  package var isRunning: Bool { status == nil }

  /// How it ended; `nil` while it runs.
  package var status: ExitStatus? {
    var information = unsafe siginfo_t()
    let options = WEXITED | WNOWAIT | WNOHANG
    guard unsafe waitid(P_PID, id_t(pid), &information, options) == 0 else { return nil }
    let child = unsafe information._sifields._sigchld
    guard child.si_pid == pid else { return nil }
    return unsafe information.si_code == CLD_EXITED
      ? .exited(child.si_status) : .signalled(child.si_status)
  }

  /// Waits for a whole line, on either output, that contains `text`, and hands it back.
  ///
  /// - Throws: when the process ends without it, or when the time is over; with all it has written.
  @discardableResult
  package func waitForLine(
    containing text: String, within limit: Duration = .seconds(30)
  ) throws -> String {
    var found: String?
    var ended = false
    let inTime = poll(within: limit) {
      // Asked before reading: what a process wrote before it ended is then still found.
      ended = !isRunning
      found = line(containing: text)
      return found != nil || ended
    }
    if let found { return found }
    throw failure(
      inTime
        ? "ended without a line containing \"\(text)\"" : "wrote no \"\(text)\" within \(limit)")
  }

  /// Waits until the process has ended.
  ///
  /// - Throws: when the time is over; the process then still runs.
  @discardableResult
  package func waitForExit(within limit: Duration = .seconds(30)) throws -> ExitStatus {
    var ended: ExitStatus?
    _ = poll(within: limit) {
      ended = status
      return ended != nil
    }
    guard let ended else { throw failure("did not end within \(limit)") }
    return ended
  }

  /// Sends a signal to the process, if it hasn't ended.
  package func send(_ signal: Int32) {
    guard !isCollected else { return }
    Glibc.kill(pid, signal)
  }

  /// Asks the process to end (SIGTERM).
  package func terminate() { send(SIGTERM) }

  /// Ends the process at once (SIGKILL).
  package func kill() { send(SIGKILL) }

  /// Kills the process and what else is in its group, and collects it.
  func end() {
    guard !isCollected else { return }
    Glibc.kill(-pid, SIGKILL)
    Glibc.kill(pid, SIGKILL)
    isCollected = true
    while waitpid(pid, nil, 0) < 0, errno == EINTR {}
  }

  private func line(containing text: String) -> String? {
    for output in [output, errors] {
      // A line that isn't whole yet is not looked at.
      let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      let line = lines.first { text.isEmpty || $0.contains(text) }
      if let line { return String(line) }
    }
    return nil
  }

  private func failure(_ what: String) -> TestSupportError {
    let state = status.map { "ended with \($0)" } ?? "runs"
    return TestSupportError(
      """
      \(launch.program) \(launch.arguments.joined(separator: " ")): \(what) (\(state))
      --- output
      \(output.suffix(4000))
      --- errors
      \(errors.suffix(4000))
      """)
  }

  private static func text(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
