import CLinux
import EventLoop
import ExtensionSandbox
import Glibc

/// A program that the host has started, until it has ended.
final class ExtensionProcess {
  /// How a program ended.
  enum End: Hashable {
    case exited(Int32)
    case killed(signal: Int32)

    var description: String {
      switch self {
      case .exited(let status): "ended with status \(status)"
      case .killed(let signal): "was ended by signal \(signal)"
      }
    }
  }

  /// What a program is started with.
  struct Start {
    let sandbox: ExtensionSandbox
    let executable: String
    let arguments: [String]
    /// The directory that it shares with its app.
    let groupDirectory: String
  }

  let pid: Int32
  /// Whether it was asked to end: then its end is no death.
  private(set) var isEnding = false
  /// Whether it had to be killed because it didn't end when it was asked.
  private(set) var ignoredTheEnd = false
  private let process: FileDescriptor
  private let output: FileDescriptor
  private let loop: EventLoop
  private let log: (ArraySlice<UInt8>) -> Void
  private let ended: (End) -> Void
  private var endWatch: Watch?
  private var outputWatch: Watch?
  private var allowance: OutputAllowance
  private var outputTimer: LoopTimer?
  private var killTimer: LoopTimer?

  /// Starts a program; `log` gets what it writes and `ended` is called once.
  ///
  /// - Throws: the system's reason when it can't be started.
  init(
    _ start: Start, loop: EventLoop, log: @escaping (ArraySlice<UInt8>) -> Void,
    ended: @escaping (End) -> Void
  ) throws(SystemError) {
    var reading: Int32 = -1
    var writing: Int32 = -1
    guard unsafe oal_output_pipe(&reading, &writing) == 0 else { throw .last("make a pipe") }
    output = FileDescriptor(adopting: reading)
    let childsOutput = FileDescriptor(adopting: writing)
    pid = try start.sandbox.start(
      start.executable, start.arguments, sharing: start.groupDirectory, output: childsOutput.raw)
    do {
      process = try .process(pid)
    } catch {
      // Nobody would notice its end: it mustn't go on.
      _ = Glibc.kill(pid, SIGKILL)
      _ = waitpid(pid, nil, 0)
      throw error
    }
    self.loop = loop
    self.log = log
    self.ended = ended
    allowance = OutputAllowance(since: loop.uptime)
    endWatch = try loop.watch(process.raw) { [unowned self] in reap() }
    try watchOutput()
  }

  deinit {
    for watch in [endWatch, outputWatch] { watch?.cancel() }
    for timer in [killTimer, outputTimer] { timer?.cancel() }
  }

  // MARK: Its end

  /// Asks it to end, and kills it when it hasn't after `grace`.
  func end(within grace: Duration) {
    guard !isEnding else { return }
    isEnding = true
    signal(SIGTERM)
    // A program that is stopped can't end before it goes on.
    signal(SIGCONT)
    killTimer = loop.after(grace) { [weak self] in
      self?.ignoredTheEnd = true
      self?.signal(SIGKILL)
    }
  }

  /// Ends it at once: it hangs, or does worse.
  func kill() {
    signal(SIGKILL)
  }

  private func signal(_ number: Int32) {
    // The only failure is that it has ended already, which the watch tells.
    _ = oal_pidfd_signal(process.raw, number)
  }

  private func reap() {
    var status: Int32 = 0
    var signal: Int32 = 0
    guard unsafe oal_reap(pid, &status, &signal) != 0 else { return }
    // Its last words; whatever it has started may go on speaking, and nobody listens.
    for _ in 0..<OutputAllowance.pipePortions where !drain() { break }
    for watch in [endWatch, outputWatch] { watch?.cancel() }
    (endWatch, outputWatch) = (nil, nil)
    for timer in [killTimer, outputTimer] { timer?.cancel() }
    ended(signal == 0 ? .exited(status) : .killed(signal: signal))
  }

  // MARK: What it writes

  private func watchOutput() throws(SystemError) {
    outputWatch = try loop.watch(output.raw) { [unowned self] in readOutput() }
  }

  /// Reads a portion; one that writes without end has to wait in between, as it does for a full pipe.
  private func readOutput() {
    _ = drain()
    guard let pause = allowance.pause(at: loop.uptime), let watch = outputWatch else { return }
    watch.cancel()
    outputWatch = nil
    outputTimer = loop.after(pause) { [weak self] in
      // Where it can't be watched again it is read at its end.
      try? self?.watchOutput()
    }
  }

  /// Reads what is there; answers whether there may be more.
  private func drain() -> Bool {
    var bytes = [UInt8](repeating: 0, count: OutputAllowance.portion)
    let count = unsafe read(output.raw, &bytes, bytes.count)
    if count > 0 {
      allowance.take(count, at: loop.uptime)
      log(bytes[..<count])
    }
    if count == 0 {
      outputWatch?.cancel()
      outputWatch = nil
    }
    return count == bytes.count
  }
}
