import EventLoop
import Foundation
import Glibc
import Testing

@Suite("The event loop")
struct EventLoopTests {
  /// Long enough that only a bug reaches it.
  private let limit = Duration.seconds(10)

  /// A pipe whose ends are closed by their owners.
  private struct Pipe: ~Copyable {
    let reading: FileDescriptor
    let writing: FileDescriptor

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(unsafe pipe(&ends) == 0)
      for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
      reading = FileDescriptor(adopting: ends[0])
      writing = FileDescriptor(adopting: ends[1])
    }

    func fill() {
      _ = unsafe write(writing.raw, "x", 1)
    }
  }

  @Test("work is done in the order in which it was enqueued")
  func order() throws {
    let loop = try EventLoop()
    var done: [Int] = []
    for number in 1...5 { loop.enqueue { done.append(number) } }
    try loop.turn(waitingAtMost: .zero)
    #expect(done == [1, 2, 3, 4, 5])
  }

  @Test("work that is enqueued by work waits for the next turn")
  func nextTurn() throws {
    let loop = try EventLoop()
    var done: [String] = []
    loop.enqueue {
      done.append("first")
      loop.enqueue { done.append("second") }
    }
    try loop.turn(waitingAtMost: .zero)
    #expect(done == ["first"])
    try loop.turn(waitingAtMost: limit)
    #expect(done == ["first", "second"])
  }

  @Test("a readable descriptor is reported in every turn until it is read")
  func level() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    var count = 0
    let watch = try loop.watch(pipe.reading.raw) { count += 1 }
    try loop.turn(waitingAtMost: .zero)
    #expect(count == 0)
    pipe.fill()
    try loop.turn(waitingAtMost: limit)
    try loop.turn(waitingAtMost: limit)
    #expect(count == 2)
    watch.cancel()
    try loop.turn(waitingAtMost: .zero)
    #expect(count == 2)
  }

  @Test("the closing of the other end is reported")
  func hangup() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let reading = FileDescriptor(adopting: dup(pipe.reading.raw))
    var heard = false
    try loop.watch(reading.raw) { heard = true }
    try closeBoth(pipe)
    try loop.turn(waitingAtMost: limit)
    #expect(heard)
  }

  private func closeBoth(_ pipe: consuming Pipe) throws {
    _ = consume pipe
  }

  @Test("a watch that another handler of the same turn cancels is not called")
  func cancelledInTurn() throws {
    let loop = try EventLoop()
    let one = try Pipe()
    let other = try Pipe()
    var watches: [Watch] = []
    var calls = 0
    for descriptor in [one.reading.raw, other.reading.raw] {
      watches.append(
        try loop.watch(descriptor) {
          calls += 1
          for watch in watches { watch.cancel() }
        })
    }
    one.fill()
    other.fill()
    try loop.turn(waitingAtMost: limit)
    try loop.turn(waitingAtMost: .zero)
    #expect(calls == 1)
  }

  @Test("a handler may take turns of the loop itself")
  func nestedTurn() throws {
    let loop = try EventLoop()
    let outer = try Pipe()
    let inner = try Pipe()
    let (outerEnd, innerEnd) = (outer.reading.raw, inner.reading.raw)
    var calls: [String] = []
    var failure: SystemError?
    try loop.watch(innerEnd) {
      calls.append("inner")
      readAll(innerEnd)
    }
    try loop.watch(outerEnd) {
      readAll(outerEnd)
      calls.append("outer")
      do throws(SystemError) {
        _ = try loop.run(until: { calls.contains("inner") }, within: .seconds(30))
      } catch {
        failure = error
      }
      calls.append("outer again")
    }
    outer.fill()
    inner.fill()
    #expect(try loop.run(until: { calls.contains("outer again") }, within: limit))
    try loop.turn(waitingAtMost: .zero)
    #expect(failure == nil)
    #expect(calls.filter { $0 == "inner" }.count == 1)
  }

  @Test("a hook that had work keeps the loop from waiting")
  func hook() throws {
    let loop = try EventLoop()
    var answers = [true, true, false]
    var asked = 0
    let hook = loop.beforeWaiting {
      asked += 1
      return answers.removeFirst()
    }
    // Without the hook's word these would wait for ever.
    try loop.turn(waitingAtMost: nil)
    try loop.turn(waitingAtMost: nil)
    try loop.turn(waitingAtMost: .zero)
    hook.cancel()
    try loop.turn(waitingAtMost: .zero)
    #expect(asked == 3)
  }

  @Test("a stop ends the run, and the next run is a new one")
  func stop() throws {
    let loop = try EventLoop()
    var runs = 0
    for _ in 1...2 {
      loop.enqueue {
        runs += 1
        loop.stop()
      }
      try loop.run()
    }
    #expect(runs == 2)
  }

  @Test("a condition that never holds is given up at the deadline")
  func deadline() throws {
    let loop = try EventLoop()
    #expect(try loop.run(until: { false }, within: .milliseconds(5)) == false)
  }

  @Test("a stop inside a wait for a condition ends the run around it too")
  func stopInside() throws {
    let loop = try EventLoop()
    var held: Bool?
    loop.enqueue {
      loop.enqueue { loop.stop() }
      held = try? loop.run(until: { false }, within: .seconds(60))
    }
    try loop.run()
    #expect(held == false)
  }

  @Test("another thread gives the loop work and ends it")
  func otherThread() throws {
    let loop = try EventLoop()
    let handle = loop.handle
    let thread = Thread {
      handle.enqueue { handle.stop() }
    }
    thread.start()
    try loop.run()
  }

  @Test("what can't be waited for is refused with the reason")
  func unwatchable() throws {
    let loop = try EventLoop()
    let file = FileDescriptor(adopting: unsafe open("/proc/self/exe", O_RDONLY | O_CLOEXEC))
    let error = try #require(throws: SystemError.self) { try loop.watch(file.raw) {} }
    #expect(error.errno == EPERM)
    #expect(error.description.hasSuffix(": Operation not permitted"))
  }

  @Test("the end of a process is a descriptor's news")
  func process() throws {
    let loop = try EventLoop()
    var pid: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("true"), nil]
    defer { unsafe free(arguments[0]) }
    try #require(unsafe posix_spawn(&pid, "/bin/true", nil, nil, &arguments, nil) == 0)
    let process = try FileDescriptor.process(pid)
    var ended = false
    try loop.watch(process.raw) { ended = true }
    #expect(try loop.run(until: { ended }, within: limit))
    #expect(waitpid(pid, nil, 0) == pid)
    #expect(throws: SystemError.self) { _ = try FileDescriptor.process(pid) }
  }
}

private func readAll(_ descriptor: Int32) {
  var bytes = [UInt8](repeating: 0, count: 64)
  while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
}
