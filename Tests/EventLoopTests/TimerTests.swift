import EventLoop
import Testing

@Suite("Timers of the event loop")
struct TimerTests {
  private let limit = Duration.seconds(10)

  @Test("timers run in the order of their deadlines, equal ones as they were asked for")
  func order() throws {
    let loop = try EventLoop()
    var fired: [Int] = []
    for (number, delay) in [(3, 6), (1, 2), (2, 4), (4, 8)] {
      loop.after(.milliseconds(delay)) { fired.append(number) }
    }
    #expect(try loop.run(until: { fired.count == 4 }, within: limit))
    #expect(fired == [1, 2, 3, 4])
  }

  @Test("a timer runs once")
  func once() throws {
    let loop = try EventLoop()
    var count = 0
    let timer = loop.after(.zero) { count += 1 }
    #expect(timer.isPending)
    #expect(try loop.run(until: { count > 0 }, within: limit))
    try loop.turn(waitingAtMost: .zero)
    #expect(count == 1)
    #expect(!timer.isPending)
    timer.cancel()
  }

  @Test("a cancelled timer doesn't run, whichever of many it is")
  func cancelled() throws {
    let loop = try EventLoop()
    var fired: Set<Int> = []
    let timers = (0..<50).map { number in
      loop.after(.microseconds(number * 37 % 50)) { fired.insert(number) }
    }
    for number in stride(from: 0, to: 50, by: 3) { timers[number].cancel() }
    let expected = Set((0..<50).filter { $0 % 3 != 0 })
    #expect(try loop.run(until: { fired.count >= expected.count }, within: limit))
    #expect(fired == expected)
  }

  @Test("a timer that a timer's body sets waits for its own turn")
  func chained() throws {
    let loop = try EventLoop()
    var count = 0
    func again() {
      count += 1
      if count < 5 { loop.after(.zero, again) }
    }
    loop.after(.zero, again)
    #expect(try loop.run(until: { count == 5 }, within: limit))
  }

  @Test("a timer beyond any date is kept without being due")
  func farAway() throws {
    let loop = try EventLoop()
    let timer = loop.after(.seconds(Int64.max)) {}
    try loop.turn(waitingAtMost: .zero)
    #expect(timer.isPending)
    timer.cancel()
  }
}
