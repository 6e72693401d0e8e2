/// The pending timers of a loop, the next one first: a binary heap in which each timer knows its
/// place, so that cancelling costs no search.
struct TimerHeap {
  private var timers: [LoopTimer] = []

  /// The timer that is due next.
  var first: LoopTimer? { timers.first }

  /// Adds a timer.
  mutating func insert(_ timer: LoopTimer) {
    timers.append(timer)
    timer.position = timers.count - 1
    rise(from: timers.count - 1)
  }

  /// Takes a timer out; one that isn't in the heap is left alone.
  mutating func remove(_ timer: LoopTimer) {
    guard let position = timer.position else { return }
    timer.position = nil
    let last = timers.removeLast()
    guard position < timers.count else { return }
    put(last, at: position)
    rise(from: position)
    sink(from: position)
  }

  /// Takes out the first timer when it is due at `now`.
  mutating func popDue(at now: Int64) -> LoopTimer? {
    guard let next = timers.first, next.deadline <= now else { return nil }
    remove(next)
    return next
  }

  private mutating func put(_ timer: LoopTimer, at position: Int) {
    timers[position] = timer
    timer.position = position
  }

  private mutating func rise(from start: Int) {
    var position = start
    while position > 0 {
      let parent = (position - 1) / 2
      guard timers[position].isDue(before: timers[parent]) else { return }
      exchange(position, parent)
      position = parent
    }
  }

  private mutating func sink(from start: Int) {
    var position = start
    while true {
      let left = 2 * position + 1
      guard left < timers.count else { return }
      let right = left + 1
      let child =
        right < timers.count && timers[right].isDue(before: timers[left]) ? right : left
      guard timers[child].isDue(before: timers[position]) else { return }
      exchange(position, child)
      position = child
    }
  }

  private mutating func exchange(_ one: Int, _ other: Int) {
    let timer = timers[one]
    put(timers[other], at: one)
    put(timer, at: other)
  }
}
