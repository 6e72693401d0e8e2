import Bus
import CivilTime
import EventLoop
import ScreenTimeModel
import ScreenTimeProtocol

/// What is in use, and how long it was.
extension ScreenTimeService {
  /// Takes what a reporter in the session says is in front.
  func takeReport(_ request: UsageForeground, _ caller: Caller) -> Acknowledged {
    stepUse()
    meter.report(Set(request.applications), by: caller.peer.id)
    useChanged()
    oweHeldBack()
    return Acknowledged()
  }

  /// Tells the use of a day, of the zone in force or of another.
  func readUsage(_ request: UsageRead) throws(BusError) -> UsageRead.Reply {
    stepUse()
    let milliseconds =
      try request.zone.map { zone throws(BusError) in
        meter.milliseconds(of: request.selection, within: try day(request.date, in: zone))
      } ?? meter.milliseconds(of: request.selection, on: request.date ?? time.moment.date)
    return UsageRead.Reply(seconds: Int(milliseconds / 1000))
  }

  /// When a date is in a zone; without a date, today.
  private func day(_ date: CivilDate?, in identifier: String) throws(BusError) -> Span {
    do {
      let zone = try Zone(identifier: identifier)
      let date = date ?? Moment(time.now, in: zone).date
      return Span(start: zone.startOfDay(date), end: zone.startOfDay(date.adding(days: 1)))
    } catch {
      throw BusError(.invalid, "\(error)")
    }
  }

  /// Something else is in use now: the next threshold is nearer, or farther.
  func useChanged() {
    meter.settle(isShielded: desk.shields)
    armTimer()
  }

  /// Where nobody tells what is in front, an app is in use while it has a process (decision L6).
  ///
  /// A virtual clock looks when it is about to go on: what runs then is used until it stands still again.
  /// It does so where apps are really held; in a story that is only told, what really runs plays no part.
  func lookWhatRuns() {
    guard !meter.hasReporter, looksAtProcesses,
      let running = desk.running(
        supervised: supervised, watched: activities.watchedApplications)
    else { return }
    meter.found(running: running)
  }

  /// Whether what runs counts as use while nobody tells what is in front.
  var looksAtProcesses: Bool { time.isVirtual ? desk.makesTrue : desk.enforces }

  /// Looks at what runs, again and again.
  ///
  /// With a reporter the steps still bound what a machine that slept can be charged.
  func sample() {
    guard !time.isVirtual, !timeline.isStopped else { return }
    followZone()
    // The kernel may not tell that a clock was set, and doesn't tell that a time server has it again.
    takeDue()
    if desk.index.refresh() { enforceUnion() }
    lookWhatRuns()
    useChanged()
    saveUsageIfDue()
    timeline.sampler = loop.after(configuration.samplingPeriod) { [weak self] in self?.sample() }
  }
}
