import EventLoop
import Glibc
import ScreenTimeModel

/// Closes processes: a warning, a request to end, an end.
///
/// Before each step it asks again.
final class Closer {
  private struct Sequence {
    let handle: ProcessHandle
    let process: ClosingProcess
    var timer: LoopTimer?
  }

  private let loop: EventLoop
  private let stillWanted: (ProcessIdentity) -> Bool
  private var running: [ProcessIdentity: Sequence] = [:]
  /// Called with the time that is left before the process is asked to end.
  var onWarning: ((ClosingProcess, Duration) -> Void)?
  /// Called when a process has ended that was asked to.
  var onClosed: ((ClosingProcess) -> Void)?

  init(loop: EventLoop, stillWanted: @escaping (ProcessIdentity) -> Bool) {
    self.loop = loop
    self.stillWanted = stillWanted
  }

  /// Starts to close what isn't being closed yet.
  func close(_ matches: [MatchedProcess], warning: Duration, grace: Duration) {
    for match in matches where running[match.identity] == nil {
      guard let token = match.tokens.first, let handle = ProcessHandle(match.identity) else {
        continue
      }
      let process = ClosingProcess(
        pid: match.identity.pid, token: token, name: match.name)
      running[match.identity] = Sequence(handle: handle, process: process)
      handle.whenGone(loop) { [weak self] in self?.gone(match.identity) }
      onWarning?(process, warning)
      next(match.identity, after: warning) { [weak self] in
        self?.ask(match.identity, grace: grace)
      }
    }
  }

  /// Leaves everything alone from now on.
  func cancelAll() {
    for sequence in running.values { sequence.timer?.cancel() }
    running.removeAll()
  }

  /// Leaves alone what isn't wanted closed any more.
  func cancelUnwanted() {
    for identity in Array(running.keys) where !stillWanted(identity) { cancel(identity) }
  }

  private func next(
    _ identity: ProcessIdentity, after delay: Duration, _ step: @escaping () -> Void
  ) {
    running[identity]?.timer = loop.after(delay) { [weak self] in
      guard let self, running[identity] != nil else { return }
      if stillWanted(identity) { step() } else { cancel(identity) }
    }
  }

  private func ask(_ identity: ProcessIdentity, grace: Duration) {
    running[identity]?.handle.signal(SIGTERM)
    next(identity, after: grace) { [weak self] in
      // Its end is noticed like any other; a process that can't be killed is left to the kernel.
      self?.running[identity]?.handle.signal(SIGKILL)
    }
  }

  private func cancel(_ identity: ProcessIdentity) {
    running.removeValue(forKey: identity)?.timer?.cancel()
  }

  private func gone(_ identity: ProcessIdentity) {
    guard let sequence = running.removeValue(forKey: identity) else { return }
    sequence.timer?.cancel()
    onClosed?(sequence.process)
  }
}
