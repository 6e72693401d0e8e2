import AppGroup
import Bus
import CivilTime
import EventLoop
import ScreenTimeModel
import ScreenTimeProtocol

/// Activities and the callbacks that they lead to.
extension ScreenTimeService {
  func startActivity(
    _ request: ActivityStart, _ caller: Caller
  ) throws(BusError) -> Acknowledged {
    let key = ActivityKey(group: try group(of: caller), name: request.activity)
    stirTicks(caller)
    stepUse()
    let old = activities.records[key]
    let callbacks = try activities.start(
      key, request.schedule, events: request.events, at: time.moment)
    try saveActivities(orRestore: [key: old], "the activity \"\(key.name.rawValue)\"", callbacks)
    passStartDelay()
    return Acknowledged()
  }

  func stopActivities(
    _ request: ActivityStop, _ caller: Caller
  ) throws(BusError) -> Acknowledged {
    let group = try group(of: caller)
    let names = request.activities ?? Array(activities.activities(of: group).keys)
    let old = names.reduce(into: [ActivityKey: ActivityRecord]()) { old, name in
      let key = ActivityKey(group: group, name: name)
      old[key] = activities.records[key]
    }
    guard !old.isEmpty else { return Acknowledged() }
    stirTicks(caller)
    stepUse()
    let callbacks = activities.stop(Array(old.keys))
    try saveActivities(orRestore: old, "the end of monitoring", callbacks)
    return Acknowledged()
  }

  func listActivities(_ caller: Caller) throws(BusError) -> ActivityList.Reply {
    let known = activities.activities(of: try group(of: caller))
    return ActivityList.Reply(
      activities: known.reduce(into: [:]) { list, entry in
        list[entry.key.rawValue] = MonitoredActivity(
          schedule: entry.value.schedule, events: entry.value.events)
      })
  }

  /// Puts callbacks on their way, after the request or the step that led to them.
  func owe(_ callbacks: [MonitorCallback]) {
    guard !callbacks.isEmpty else { return }
    if timeline.sky.weather != .normal { ticks.stir(at: time.uptime) }
    put(
      timeline.sky.take(
        callbacks, at: time.uptime, isUsed: meter.isMachineUsed, cause: chronicle.cause
      ) { [activities] in activities.thresholds(of: $0) })
  }

  /// Puts those on their way that were held back until now.
  func oweHeldBack() {
    let owed = timeline.sky.takeDue(at: time.uptime, isUsed: meter.isMachineUsed)
    if !owed.isEmpty { put(owed) }
  }

  private func put(_ owed: [CallbackSky.Owed]) {
    timeline.outbox += owed
    loop.enqueue { [weak self] in self?.sendOutbox() }
    saveActivitiesSoon()
  }

  /// Hands what is owed to the host.
  func sendOutbox() {
    let owed = timeline.outbox
    timeline.outbox = []
    for due in owed {
      let callback = due.callback
      noteIfLate(callback, since: due.since)
      if host.lacks(.monitor, in: callback.key.group) { readManifests() }
      host.deliver(callback, server: server, cause: due.cause) { [time] in
        ActivityCallback(
          callback: callback.kind, activity: callback.key.name, event: callback.event,
          intervalDate: callback.intervalDate, now: time.now, zone: time.zone.identifier,
          suspicion: time.suspicion)
      } answered: { [weak self] in
        self?.callbackWasAnswered($0)
      }
    }
    if !owed.isEmpty { somethingSettled() }
  }

  private func noteIfLate(_ callback: MonitorCallback, since: Duration) {
    guard time.uptime - since > CallbackSky.tolerance else { return }
    note("lateCallback", "\(callback) was on its way for more than five minutes")
  }

  private func saveActivities(
    orRestore old: [ActivityKey: ActivityRecord?], _ what: String, _ callbacks: [MonitorCallback]
  ) throws(BusError) {
    do {
      try documents.save(
        ActivitiesContent(activities.records, owed: owed + callbacks))
    } catch {
      for (key, record) in old { activities.restore(record, for: key, at: time.moment) }
      armTimer()
      throw notSaved(what, error)
    }
    owe(callbacks)
    armTimer()
  }

  /// The callbacks that nobody has taken yet, in order.
  var owed: [MonitorCallback] {
    host.owed + timeline.outbox.map(\.callback) + timeline.sky.heldBack
  }
}
