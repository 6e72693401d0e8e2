import Bus
import CivilTime
import EventLoop
import ScreenTimeModel
import ScreenTimeProtocol

/// What time brings: edges, thresholds, ticks, and the advance of a virtual clock.
extension ScreenTimeService {
  /// Even with nothing due the zone is looked at again that often.
  private static let longestSleep = Duration.seconds(60)
  /// How long a subscriber may take for a tick.
  private static let tickLimit = Duration.seconds(15)

  /// The time as it goes over the wire.
  var reading: ClockReading {
    ClockReading(
      now: time.now, zone: time.zone.identifier, isVirtual: time.isVirtual,
      suspicion: time.suspicion)
  }

  /// Counts the use up to now.
  func stepUse() {
    guard let stretch = meter.step(to: time) else { return }
    activities.count(stretch)
  }

  /// Takes everything that is due now, but ticks: those come when the callbacks are answered.
  func takeDue() {
    stepUse()
    let isAnotherTime = compareClocks()
    host.clockWentOn()
    oweHeldBack()
    let reached = activities.takeReached()
    let due =
      isAnotherTime
      ? activities.replan(at: time.moment) : activities.takeDue(at: time.moment)
    owe(reached + due + activities.takeReached())
  }

  /// Looks at a real machine's clocks before somebody is told what time it is, and before he decides by
  /// it: nobody has to have told that one was set.
  func lookAtClocks() {
    guard !time.isVirtual, !timeline.isStopped else { return }
    takeDue()
    armTimer()
  }

  /// The clock was set, or is in another zone: everything is planned anew, and whoever has a tick gets it
  /// now, so that what follows from the new time is worked out at once.
  func clockWasSet() {
    stepUse()
    compareClocks()
    owe(activities.takeReached() + activities.replan(at: time.moment))
    ticks.hurry(at: time.uptime)
    if !time.isVirtual { loop.enqueue { [weak self] in self?.sendTicks() } }
    armTimer()
  }

  /// Looks whether the wall clock can be trusted (decision C3), and says so when that has changed.
  ///
  /// - Returns: whether it is another time now, because a time server said so: what is due has to be
  ///   worked out anew.
  @discardableResult
  private func compareClocks() -> Bool {
    let news = time.look()
    guard news != .same else { return false }
    tellSuspicion()
    saveClock()
    ticks.hurry(at: time.uptime)
    return news == .followed
  }

  /// Has status say whether the wall clock is suspect.
  func tellSuspicion() {
    faults.clear("clockSuspect")
    guard let wall = time.suspicion?.wall else { return }
    note(
      "clockSuspect",
      "the wall clock says \(wall), but by the boot-time clock it is \(time.now); whatever blocks by"
        + " either blocks, until they agree or an administrator accepts the time")
  }

  /// Takes the wall clock's time for the true one.
  func acceptTime(_ responder: Responder<ClockReading>) {
    guard time.isVirtual else {
      acceptTime()
      return responder.reply(reading)
    }
    begin(responder) {
      acceptTime()
      return time.now
    }
  }

  private func acceptTime() {
    stepUse()
    time.accept()
    tellSuspicion()
    saveClock()
    clockWasSet()
  }

  /// How long until something is due; `nil` when nothing is.
  private var untilNext: Duration? {
    [
      activities.nextDue.map { $0 - time.now }, activities.untilNextThreshold,
      ticks.nextDue.map { $0 - time.uptime }, timeline.sky.nextDue.map { $0 - time.uptime },
      host.nextDue.map { $0 - time.uptime },
    ]
    .compactMap { $0 }.min().map { max(.zero, $0) }
  }

  /// Plans the next wake of a real clock.
  func armTimer() {
    guard !time.isVirtual, !timeline.isStopped else { return }
    timeline.timer?.cancel()
    // It is planned anew at each sampling, which mustn't put the next wake off for ever.
    let latest = max(.zero, timeline.woken + Self.longestSleep - time.uptime)
    let delay = min(untilNext ?? latest, latest)
    timeline.timer = loop.after(delay) { [weak self] in self?.wake() }
  }

  private func wake() {
    timeline.woken = time.uptime
    followZone()
    takeDue()
    sendTicks()
    lookAgain()
    saveClockIfDue()
    armTimer()
  }

  /// Looks whether the machine is in another zone by now, and goes by that one then.
  func followZone() {
    switch clock.checkZone() {
    case .same: break
    case .changed: clockWasSet()
    case .unreadable(let error): note("zone", error.message)
    }
  }

  /// Now and then, what a shielded path leads to is looked at again: it may be another kind of file
  /// by now.
  ///
  /// Not before each edge, which has no time to lose.
  private func lookAgain() {
    guard time.uptime - timeline.looked >= Self.longestSleep else { return }
    timeline.looked = time.uptime
    desk.index.forget()
    enforceUnion()
  }

  // MARK: Ticks

  /// Takes a subscription.
  func subscribe(
    _ request: ClockSubscribe, _ caller: Caller
  ) throws(BusError) -> Acknowledged {
    if let seconds = request.everySeconds, seconds < 1 {
      throw BusError(.invalid, "a tick every \(seconds) s is too often; 1 s is the least")
    }
    ticks.subscribe(
      caller.peer.id, every: request.everySeconds.map { .seconds($0) }, at: time.uptime)
    armTimer()
    return Acknowledged()
  }

  private func sendTicks() {
    for peer in ticks.takeDue(at: time.uptime) {
      server.send(
        ClockTick(
          now: time.now, zone: time.zone.identifier, suspicion: time.suspicion),
        to: peer, within: Self.tickLimit
      ) { [weak self] result in
        guard let self else { return }
        ticks.answered(by: peer, quietUntil: quiet(until: try? result.get()))
        if let failure = result.failure, failure.code != .peerGone {
          note("lateTick", failure.message)
        }
        somethingSettled()
      }
    }
  }

  /// Until when, by uptime, ticks may be left out after an answer; `nil` on a real clock, beside which
  /// anything may happen at any time, and while something is in use, which subscribers measure.
  private func quiet(until answer: Quiet?) -> Duration? {
    guard time.isVirtual, configuration.leavesOutQuietTicks, meter.inUse.isEmpty else {
      return nil
    }
    return answer?.quietUntil.map { time.uptime + ($0 - time.now) }
  }

  /// A callback was answered, or given up: what it did is in order for as long as it says.
  func callbackWasAnswered(_ answer: Quiet?) {
    guard let uptime = quiet(until: answer) else { return ticks.stir(at: time.uptime) }
    ticks.limitQuiet(to: uptime)
  }

  /// Somebody changes what apps go by.
  ///
  /// What an extension does belongs to its callback, whose answer tells how things are then.
  func stirTicks(_ caller: Caller) {
    guard caller.peer.extensionPoint == nil else { return }
    ticks.stir(by: caller.peer.id, at: time.uptime)
  }

  // MARK: The advance of a virtual clock

  /// Whether all that has happened was answered.
  private var isSettled: Bool { timeline.outbox.isEmpty && host.isSettled && ticks.isSettled }

  /// Starts to move a virtual clock.
  func advance(_ request: ClockAdvance, _ responder: Responder<ClockReading>) {
    if !time.isVirtual {
      responder.fail(BusError(.invalid, "a real clock goes by itself"))
    } else if request.to < time.now {
      responder.fail(
        BusError(.invalid, "\(request.to) lies before now, \(time.now); time has one direction"))
    } else {
      begin(responder) { request.to }
    }
  }

  /// Goes on to the time that `target` answers, once it is clear that nothing else goes on.
  func begin(_ responder: Responder<ClockReading>, _ target: () -> Instant) {
    guard timeline.advance == nil else {
      return responder.fail(BusError(.invalid, "another advance goes on"))
    }
    lookWhatRuns()
    useChanged()
    ticks.goOn(after: time.uptime)
    timeline.advance = Advance(target: target(), responder: responder)
    goOn()
  }

  /// Something was answered or given up: a virtual clock that waited for it can go on.
  func somethingSettled() {
    goOn()
  }

  /// An extension's errand is over, or waits for the clock to go on.
  func hostSettled() {
    if host.nextDue != nil { armTimer() }
    somethingSettled()
  }

  /// Takes one step after the other as long as nothing has to be waited for.
  ///
  /// It is called whenever something settles; what settles while it works only lets its loop go on.
  private func goOn() {
    guard !timeline.isAdvancing, !timeline.isStopped,
      let clock = clock as? VirtualServiceClock
    else { return }
    timeline.isAdvancing = true
    defer { timeline.isAdvancing = false }
    while let advance = timeline.advance {
      sendOutbox()
      guard isSettled else { return }
      let left = max(.zero, advance.target - time.now)
      let next = untilNext
      clock.pass(min(next ?? left, left))
      takeDue()
      if timeline.outbox.isEmpty { sendTicks() }
      if timeline.outbox.isEmpty, next.map({ $0 > left }) ?? true { finish(advance) }
    }
  }

  private func finish(_ advance: Advance) {
    timeline.advance = nil
    saveUsageIfDue()
    saveClock()
    if saving.activities != nil { saveActivities() }
    advance.responder.reply(reading)
  }
}
