import Glibc

/// A process that this run started: its input and output are ours, its errors go to a file.
///
/// It ends with the object: first by the end of its input or a SIGTERM, then by SIGKILL.
final class Child {
  /// How it ends when it should.
  enum Ending {
    /// Its input ends.
    case endOfInput
    /// It gets SIGTERM.
    case terminate
    /// It gets SIGKILL: a server that only waits for messages.
    case kill
  }

  /// Its process id.
  let pid: Int32
  private let name: String
  private let input: Int32
  private let output: Int32
  private let errorPath: String
  private let ending: Ending
  private let interrupts: Interrupts
  private var buffer: [UInt8] = []
  private var hasEnded = false

  /// Starts a program.
  ///
  /// - Throws: `failed` when it can't be started.
  init(
    _ program: String, _ arguments: [String], ending: Ending, in run: Run
  ) throws(BenchmarkError) {
    name = String(program.split(separator: "/").last ?? "")
    errorPath = run.scratch.file("errors-\(run.nextNumber())-\(name)")
    interrupts = run.interrupts
    self.ending = ending
    let (theirInput, ourOutput) = try makePipe()
    let (ourInput, theirOutput) = try makePipe()
    defer {
      close(theirInput)
      close(theirOutput)
    }
    input = ourOutput
    output = ourInput
    let launch =
      run.isPinning
      ? ProcessorPin.pinning(program, arguments) : (program: program, arguments: arguments)
    guard
      let pid = spawn(
        launch.program, launch.arguments, input: theirInput, output: theirOutput, errors: errorPath)
    else {
      close(ourOutput)
      close(ourInput)
      throw .failed("could not start \"\(program)\": \(lastError())")
    }
    self.pid = pid
  }

  deinit {
    end()
  }

  /// Writes a line to its input.
  ///
  /// - Throws: `failed` when it doesn't read any more.
  func write(_ line: String) throws(BenchmarkError) {
    let bytes = Array((line + "\n").utf8)
    guard unsafe Glibc.write(input, bytes, bytes.count) == bytes.count else {
      throw failure("stopped")
    }
  }

  /// Reads a line of its output.
  ///
  /// - Throws: `failed` when it ends first or the deadline passes, `interrupted`.
  func readLine(within limit: Duration) throws(BenchmarkError) -> String {
    let deadline = ContinuousClock.now + limit
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
      }
      try readMore(until: deadline)
    }
  }

  /// Reads so many bytes of its output.
  ///
  /// - Throws: `failed` when it ends first or the deadline passes, `interrupted`.
  func readBytes(_ count: Int, within limit: Duration) throws(BenchmarkError) -> [UInt8] {
    let deadline = ContinuousClock.now + limit
    while buffer.count < count { try readMore(until: deadline) }
    defer { buffer.removeSubrange(..<count) }
    return Array(buffer[..<count])
  }

  /// Ends the process and waits for it; a second call does nothing.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    close(input)
    switch ending {
    case .endOfInput: break
    case .terminate: Glibc.kill(pid, SIGTERM)
    case .kill: Glibc.kill(pid, SIGKILL)
    }
    if !hasExited(within: .seconds(3)) {
      Glibc.kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
    close(output)
  }

  private func hasExited(within limit: Duration) -> Bool {
    let deadline = ContinuousClock.now + limit
    while true {
      if waitpid(pid, nil, WNOHANG) != 0 { return true }
      guard ContinuousClock.now < deadline else { return false }
      usleep(500)
    }
  }

  private func readMore(until deadline: ContinuousClock.Instant) throws(BenchmarkError) {
    let left = max(.zero, deadline - .now).wholeNanoseconds / 1_000_000
    var waits = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interrupts.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let ready = unsafe poll(&waits, 2, Int32(left))
    guard waits[1].revents == 0 else { throw .interrupted }
    guard ready > 0 else { throw failure("did not answer in time") }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe chunk.withUnsafeMutableBytes {
      unsafe read(output, $0.baseAddress, $0.count)
    }
    guard count > 0 else { throw failure("stopped") }
    buffer += chunk[..<count]
  }

  /// What went wrong with the process, with the last thing that it said about it.
  private func failure(_ what: String) -> BenchmarkError {
    let said = String(decoding: readFile(errorPath) ?? [], as: UTF8.self)
    let last = said.split(separator: "\n").last.map { ": \($0)" } ?? ""
    return .failed("\(name) \(what)\(last)")
  }
}

private func makePipe() throws(BenchmarkError) -> (read: Int32, write: Int32) {
  var ends: [Int32] = [-1, -1]
  guard unsafe pipe(&ends) == 0 else {
    throw .failed("could not make a pipe: \(lastError())")
  }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// Starts a program with no signal blocked or ignored; nil with `errno` when that fails.
private func spawn(
  _ program: String, _ arguments: [String], input: Int32, output: Int32, errors: String
) -> Int32? {
  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
  unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
  unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
  var attributes = posix_spawnattr_t()
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  var all = sigset_t()
  unsafe sigemptyset(&none)
  unsafe sigfillset(&all)
  unsafe posix_spawnattr_setsigmask(&attributes, &none)
  unsafe posix_spawnattr_setsigdefault(&attributes, &all)
  unsafe posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  var pointers = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
  defer { unsafe pointers.forEach { unsafe free($0) } }
  var pid: Int32 = 0
  errno = unsafe posix_spawn(&pid, program, &actions, &attributes, &pointers, environ)
  return errno == 0 ? pid : nil
}
