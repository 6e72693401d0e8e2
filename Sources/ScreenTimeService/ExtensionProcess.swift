import CLinux
import EventLoop
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

  let pid: Int32
  /// Whether it was asked to end: then its end is no death.
  private(set) var isEnding = false
  private let process: FileDescriptor
  private let output: FileDescriptor
  private let loop: EventLoop
  private let log: (ArraySlice<UInt8>) -> Void
  private let ended: (End) -> Void
  private var watches: [Watch] = []
  private var killTimer: LoopTimer?

  /// Starts a program; `log` gets what it writes and `ended` is called once.
  ///
  /// - Throws: the system's reason when it can't be started.
  init(
    _ executable: String, _ arguments: [String], loop: EventLoop,
    log: @escaping (ArraySlice<UInt8>) -> Void, ended: @escaping (End) -> Void
  ) throws(SystemError) {
    var reading: Int32 = -1
    var writing: Int32 = -1
    guard unsafe oal_output_pipe(&reading, &writing) == 0 else { throw .last("make a pipe") }
    output = FileDescriptor(adopting: reading)
    let childsOutput = FileDescriptor(adopting: writing)
    pid = try Self.spawn(executable, arguments, output: childsOutput.raw)
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
    watches.append(try loop.watch(process.raw) { [unowned self] in reap() })
    watches.append(try loop.watch(output.raw) { [unowned self] in _ = drain() })
  }

  deinit {
    for watch in watches { watch.cancel() }
    killTimer?.cancel()
  }

  /// Asks it to end, and kills it when it hasn't after `grace`.
  func end(within grace: Duration) {
    guard !isEnding else { return }
    isEnding = true
    signal(SIGTERM)
    // A program that is stopped can't end before it goes on.
    signal(SIGCONT)
    killTimer = loop.after(grace) { [weak self] in self?.signal(SIGKILL) }
  }

  /// Ends it at once: it hangs.
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
    while drain() {}
    for watch in watches { watch.cancel() }
    watches = []
    killTimer?.cancel()
    ended(signal == 0 ? .exited(status) : .killed(signal: signal))
  }

  /// Reads what is there; answers whether there may be more.
  private func drain() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(output.raw, &bytes, bytes.count)
    if count > 0 { log(bytes[..<count]) }
    if count == 0, watches.count == 2 { watches.removeLast().cancel() }
    return count == bytes.count
  }

  private static func spawn(
    _ executable: String, _ arguments: [String], output: Int32
  ) throws(SystemError) -> Int32 {
    var words = unsafe ([executable] + arguments).map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    unsafe words.append(nil)
    let pid = unsafe oal_spawn_extension(executable, words, output)
    guard pid > 0 else { throw .last("start", path: executable) }
    return pid
  }
}
