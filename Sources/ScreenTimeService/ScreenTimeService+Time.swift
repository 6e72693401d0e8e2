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
    ClockReading(now: clock.now, zone: clock.zone.identifier, isVirtual: clock.isVirtual)
  }

  /// Counts the use up to now.
  func stepUse() {
    guard let stretch = meter.step(to: clock) else { return }
    activities.count(stretch)
  }

  /// Takes everything that is due now, but ticks: those come when the callbacks are answered.
  func takeDue() {
    stepUse()
    owe(activities.takeReached() + activities.takeDue(at: clock.moment) + activities.takeReached())
  }

  /// The clock was set, or is in another zone: everything is planned anew.
  func clockWasSet() {
    stepUse()
    owe(activities.takeReached() + activities.replan(at: clock.moment))
    armTimer()
  }

  /// How long until something is due; `nil` when nothing is.
  private var untilNext: Duration? {
    [
      activities.nextDue.map { $0 - clock.now }, activities.untilNextThreshold,
      ticks.nextDue.map { $0 - clock.uptime },
    ]
    .compactMap { $0 }.min().map { max(.zero, $0) }
  }

  /// Plans the next wake of a real clock.
  func armTimer() {
    guard !clock.isVirtual, !timeline.isStopped else { return }
    timeline.timer?.cancel()
    let delay = min(untilNext ?? Self.longestSleep, Self.longestSleep)
    timeline.timer = loop.after(delay) { [weak self] in self?.wake() }
  }

  private func wake() {
    switch clock.checkZone() {
    case .same: takeDue()
    case .changed: clockWasSet()
    case .unreadable(let error):
      note("zone", error.message)
      takeDue()
    }
    sendTicks()
    lookAgain()
    armTimer()
  }

  /// Now and then, what a shielded path leads to is looked at again: it may be another kind of file
  /// by now.
  ///
  /// Not before each edge, which has no time to lose.
  private func lookAgain() {
    guard clock.uptime - timeline.looked >= Self.longestSleep else { return }
    timeline.looked = clock.uptime
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
      caller.peer.id, every: request.everySeconds.map { .seconds($0) }, at: clock.uptime)
    armTimer()
    return Acknowledged()
  }

  private func sendTicks() {
    for peer in ticks.takeDue(at: clock.uptime) {
      server.send(
        ClockTick(now: clock.now, zone: clock.zone.identifier), to: peer, within: Self.tickLimit
      ) { [weak self] result in
        guard let self else { return }
        ticks.answered(by: peer)
        if let failure = result.failure, failure.code != .peerGone {
          note("lateTick", failure.message)
        }
        somethingSettled()
      }
    }
  }

  // MARK: The advance of a virtual clock

  /// Whether all that has happened was answered.
  private var isSettled: Bool { timeline.outbox.isEmpty && host.isSettled && ticks.isSettled }

  /// Starts to move a virtual clock.
  func advance(_ request: ClockAdvance, _ responder: Responder<ClockReading>) {
    if !clock.isVirtual {
      responder.fail(BusError(.invalid, "a real clock goes by itself"))
    } else if timeline.advance != nil {
      responder.fail(BusError(.invalid, "another advance goes on"))
    } else if request.to < clock.now {
      responder.fail(
        BusError(.invalid, "\(request.to) lies before now, \(clock.now); time has one direction"))
    } else {
      timeline.advance = Advance(target: request.to, responder: responder)
      goOn()
    }
  }

  /// Something was answered or given up: a virtual clock that waited for it can go on.
  func somethingSettled() {
    goOn()
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
      let left = advance.target - clock.now
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
    if saving.activities != nil { saveActivities() }
    advance.responder.reply(reading)
  }
}
