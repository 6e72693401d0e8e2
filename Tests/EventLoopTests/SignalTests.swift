import EventLoop
import Glibc
import Testing

/// Signals belong to threads and processes, so these take one after the other.
@Suite("Signals of the event loop", .serialized)
struct SignalTests {
  @Test("a signal to the thread is a turn's work, not an interruption")
  func delivered() throws {
    let loop = try EventLoop()
    var heard: [Int32] = []
    try loop.onSignal(SIGUSR1) { heard.append(SIGUSR1) }
    try loop.onSignal(SIGUSR2) { heard.append(SIGUSR2) }
    try loop.onSignal(SIGUSR2) { heard.append(-SIGUSR2) }
    pthread_kill(pthread_self(), SIGUSR2)
    #expect(try loop.run(until: { !heard.isEmpty }, within: .seconds(30)))
    #expect(heard == [SIGUSR2, -SIGUSR2])
    pthread_kill(pthread_self(), SIGUSR1)
    #expect(try loop.run(until: { heard.count == 3 }, within: .seconds(30)))
    #expect(heard.last == SIGUSR1)
  }

  @Test("what isn't a signal is refused")
  func invalid() throws {
    let loop = try EventLoop()
    #expect(throws: SystemError.self) { try loop.onSignal(4711) {} }
  }
}
