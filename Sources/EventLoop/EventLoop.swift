import CLinux

/// The one place where a process waits: descriptors, timers, signals and work for the next turn.
///
/// A loop belongs to the thread that uses it, and so does all that its handlers touch. A handler
/// may run a nested turn (`turn`, `run(until:within:)`): what the outer turn had collected is then
/// looked at afresh.
package final class EventLoop {
  /// How other threads reach the loop.
  package let handle: LoopHandle

  private let poller: FileDescriptor
  private let alarm: FileDescriptor
  private var alarmTime: Int64 = 0
  private var timers = TimerHeap()
  private var watches: [UInt64: Watch] = [:]
  private var hooks: [Hook] = []
  private var queue = WorkQueue()
  private var signals: SignalSource?
  private var lastNumber: UInt64 = 0
  private var turnNumber: UInt64 = 0
  private var stops = false
  private var tokens = [UInt64](repeating: 0, count: 64)

  /// Makes a loop for the calling thread.
  ///
  /// - Throws: the system's reason when it has no descriptors left.
  package init() throws(SystemError) {
    handle = try LoopHandle()
    poller = try FileDescriptor(checking: eventloop_poller_create(), "create an epoll instance")
    alarm = try FileDescriptor(checking: eventloop_timer_create(), "create a timer")
    try watch(alarm.raw) {}
    try watch(handle.wakeDescriptor) { [unowned self] in takeRequests() }
  }

  /// The time since the machine was started, suspended time included.
  package var uptime: Duration { BootTime.uptime }

  /// Whether `stop()` was called and `run()` has still to return.
  package var isStopping: Bool { stops }

  // MARK: What the loop is given

  /// Calls `handler` in each turn in which `descriptor` is readable or hung up.
  ///
  /// - Throws: `EPERM` for what can't be waited for (a regular file), `EEXIST` for a descriptor
  ///   that is watched already.
  @discardableResult
  package func watch(
    _ descriptor: Int32, _ handler: @escaping () -> Void
  ) throws(SystemError) -> Watch {
    let token = nextNumber()
    guard eventloop_poller_add(poller.raw, descriptor, token) == 0 else {
      throw .last("watch descriptor \(descriptor)")
    }
    let watch = Watch(descriptor: descriptor, token: token, loop: self, handler: handler)
    watches[token] = watch
    return watch
  }

  /// Runs `body` once when `delay` has passed on the boot-time clock.
  ///
  /// After a suspend whatever came due meanwhile runs at once.
  @discardableResult
  package func after(_ delay: Duration, _ body: @escaping () -> Void) -> LoopTimer {
    let timer = LoopTimer(
      deadline: BootTime.nanoseconds(after: delay), order: nextNumber(), loop: self, body: body)
    timers.insert(timer)
    return timer
  }

  /// Runs `body` in the next turn, after what was enqueued before it.
  package func enqueue(_ body: @escaping () -> Void) {
    queue.append(body)
  }

  /// Calls `body` in the turn after the signal `number` has come; several at once count as one.
  ///
  /// The signal is blocked for this thread and for threads made later; a program asks for its
  /// signals before it makes threads, and gives its children an empty mask.
  ///
  /// - Throws: `EINVAL` for a number that isn't a signal.
  package func onSignal(_ number: Int32, _ body: @escaping () -> Void) throws(SystemError) {
    if let signals { return try signals.add(number, body) }
    let source = try SignalSource(first: number, body)
    try watch(source.descriptor.raw) { [unowned source] in source.deliver() }
    signals = source
  }

  /// Calls `body` before each wait; when it answers true there was work and the loop doesn't wait.
  ///
  /// This is for sources that have messages ready without their descriptor saying so.
  @discardableResult
  package func beforeWaiting(_ body: @escaping () -> Bool) -> Hook {
    let hook = Hook(loop: self, body: body)
    hooks.append(hook)
    return hook
  }

  // MARK: Running

  /// Takes turns until `stop()`.
  ///
  /// - Throws: the system's reason when it can't wait any more.
  package func run() throws(SystemError) {
    while !stops { try turn(waitingAtMost: nil) }
    stops = false
  }

  /// Takes turns until `condition` holds, and tells whether it did before the deadline.
  ///
  /// A `stop()` meanwhile ends it too, and then also the `run()` around it.
  package func run(until condition: () -> Bool, within limit: Duration) throws(SystemError) -> Bool
  {
    let deadline = BootTime.nanoseconds(after: limit)
    while !condition() {
      let left = deadline - BootTime.nanoseconds
      guard left > 0, !stops else { return condition() }
      try turn(waitingAtMost: .nanoseconds(left))
    }
    return true
  }

  /// Waits once, at most `limit` (nil: until something happens), and does what has become due.
  package func turn(waitingAtMost limit: Duration?) throws(SystemError) {
    let hadWork = askHooks()
    let waits = !hadWork && queue.isEmpty && !stops
    try armAlarm()
    let count = unsafe eventloop_poller_wait(
      poller.raw, &tokens, Int32(tokens.count), waits ? milliseconds(limit) : 0)
    guard count >= 0 else { throw .last("wait for events") }
    turnNumber &+= 1
    let turn = turnNumber
    var work = queue.count
    runDueTimers()
    var index = 0
    while index < Int(count), turn == turnNumber {
      watches[tokens[index]]?.handler()
      index += 1
    }
    while work > 0, let body = queue.popFirst() {
      work -= 1
      body()
    }
  }

  /// Ends `run()` after the turn that it is in.
  package func stop() {
    stops = true
  }

  // MARK: Parts of a turn

  private func askHooks() -> Bool {
    var hadWork = false
    // A body may cancel its own hook or another, so this walks a copy.
    for hook in hooks where hook.body() { hadWork = true }
    return hadWork
  }

  private func armAlarm() throws(SystemError) {
    let next = timers.first?.deadline ?? 0
    guard next != alarmTime else { return }
    guard eventloop_timer_arm(alarm.raw, next) == 0 else { throw .last("set a timer") }
    alarmTime = next
  }

  private func runDueTimers() {
    guard timers.first != nil else { return }
    // Those that come due while these run belong to the next turn, so that none can starve the rest.
    let now = BootTime.nanoseconds
    while let timer = timers.popDue(at: now) { timer.body() }
  }

  private func takeRequests() {
    let requests = handle.take()
    for body in requests.bodies { queue.append(body) }
    if requests.stops { stops = true }
  }

  private func milliseconds(_ limit: Duration?) -> Int32 {
    guard let limit else { return -1 }
    return Int32(clamping: (limit.clampedNanoseconds + 999_999) / 1_000_000)
  }

  private func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  // MARK: What is taken back

  func remove(_ watch: Watch) {
    guard watches.removeValue(forKey: watch.token) != nil else { return }
    // It fails when the descriptor was closed first, and then the kernel has forgotten it already.
    _ = eventloop_poller_remove(poller.raw, watch.descriptor)
  }

  func remove(_ timer: LoopTimer) {
    timers.remove(timer)
  }

  func remove(_ hook: Hook) {
    hooks.removeAll { $0 === hook }
  }
}
