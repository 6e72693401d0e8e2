package import Bus
package import CivilTime
package import ScreenTimeModel
import ScreenTimeProtocol

/// The monitored activities of every app group: which callbacks are due, and when the next ones are.
///
/// Every change of an activity's state goes through one question, `settle`: where does the moment lie
/// in the activity's calendar, and where did the book think it was? So an edge that was met in time,
/// one that was slept through, a clock that was set and a zone that changed are one case.
package final class ActivityBook {
  /// Every activity.
  package private(set) var records: [ActivityKey: ActivityRecord]
  private var counters: [ActivityKey: [UsageCounter]] = [:]
  private var dues: [ActivityKey: Instant] = [:]
  private unowned let usage: any UsageSource
  private let limits: PlatformLimits

  /// Makes a book of activities that were saved; call ``replan(at:)`` before anything else.
  init(
    _ records: [ActivityKey: ActivityRecord] = [:], limits: PlatformLimits,
    usage: any UsageSource
  ) {
    self.records = records
    self.limits = limits
    self.usage = usage
  }

  /// The applications whose use somebody waits for.
  package var watchedApplications: Set<ApplicationToken> {
    records.values.reduce(into: []) { found, record in
      for event in record.events.values { found.formUnion(event.selection.applicationTokens) }
    }
  }

  // MARK: What apps ask for

  /// The activities of a group.
  package func activities(of group: String) -> [DeviceActivityName: ActivityRecord] {
    records.reduce(into: [:]) { found, entry in
      if entry.key.group == group { found[entry.key.name] = entry.value }
    }
  }

  /// Starts to monitor, or replaces what is monitored under that name (decision P2).
  ///
  /// Inside the interval that is a start. An interval of the one replaced that the new one doesn't go
  /// on with has ended.
  ///
  /// - Throws: `intervalTooShort`, `intervalTooLong`, `excessiveActivities`, `invalidDateComponents`,
  ///   `overLimit`, `invalid`; nothing has changed then.
  package func start(
    _ key: ActivityKey, _ schedule: ActivitySchedule, events: [String: ActivityEvent],
    at moment: Moment
  ) throws(BusError) -> [MonitorCallback] {
    let calendar = try check(key, schedule, events, at: moment)
    let old = records[key]
    records[key] = ActivityRecord(
      schedule: schedule, events: events, since: moment.instant, onlyDate: calendar.onlyDate,
      fixed: calendar.fixed)
    counters[key] = nil
    var callbacks = settle(key, at: moment)
    if old?.running != nil, records[key]?.running == nil {
      callbacks.insert(MonitorCallback(.intervalDidEnd, of: key), at: 0)
    }
    return callbacks + takeReached(key)
  }

  /// Stops to monitor; inside an interval that ends it.
  ///
  /// What isn't monitored is ignored.
  package func stop(_ keys: [ActivityKey]) -> [MonitorCallback] {
    keys.sorted().compactMap { key in
      dues[key] = nil
      counters[key] = nil
      guard records.removeValue(forKey: key)?.running != nil else { return nil }
      return MonitorCallback(.intervalDidEnd, of: key)
    }
  }

  /// Puts one activity back as it was, after a change that could not be saved.
  package func restore(_ record: ActivityRecord?, for key: ActivityKey, at moment: Moment) {
    records[key] = record
    counters[key] = nil
    dues[key] = nil
    guard record != nil else { return }
    rebuildCounters(key)
    plan(key, at: moment)
  }

  // MARK: The course of time

  /// When the next edge or warning is due.
  package var nextDue: Instant? { dues.values.min() }

  /// Takes the edges and warnings that are due, in order.
  package func takeDue(at moment: Moment) -> [MonitorCallback] {
    let due = dues.filter { $0.value <= moment.instant }.keys
    return due.flatMap { settle($0, at: moment) }.sorted(by: MonitorCallback.isEarlier)
  }

  /// Looks at every activity afresh: at start, when the clock was set, when the zone changed.
  package func replan(at moment: Moment) -> [MonitorCallback] {
    for key in records.keys where (records[key]?.since ?? moment.instant) > moment.instant {
      // The clock went back behind the start of monitoring: what is used from now on counts.
      records[key]?.since = moment.instant
    }
    let callbacks = records.keys.flatMap { settle($0, at: moment) }.sorted(
      by: MonitorCallback.isEarlier)
    for key in records.keys { rebuildCounters(key) }
    return callbacks + takeReached()
  }

  // MARK: The course of use

  /// Counts `stretch`, in which the apps that the usage source calls in use were used.
  package func count(_ stretch: Span) {
    let used = counters.flatMap { key, list in
      list.indices.filter { usage.isInUse(list[$0].selection) }.map { (key, $0) }
    }
    for (key, index) in used { counters[key]?[index].count(stretch) }
  }

  /// How long use has to go on as it is for the next threshold, or its warning, to be reached.
  package var untilNextThreshold: Duration? {
    var least: Duration?
    for list in counters.values {
      for counter in list {
        guard let left = counter.untilNext, least.map({ left < $0 }) ?? true,
          usage.isInUse(counter.selection)
        else { continue }
        least = left
      }
    }
    return least
  }

  /// Takes the thresholds that use has reached, in order.
  package func takeReached() -> [MonitorCallback] {
    counters.filter { $0.value.contains(where: \.hasReached) }.keys.sorted()
      .flatMap(takeReached)
  }

  /// The callbacks that would come if every threshold of a running interval were reached now.
  func thresholds(of key: ActivityKey) -> [MonitorCallback] {
    guard let record = records[key], let running = record.running else { return [] }
    return record.events.keys.sorted().map { name in
      MonitorCallback(
        .eventDidReachThreshold, of: key, event: DeviceActivityEventName(name),
        intervalDate: running.date)
    }
  }

  // MARK: One activity

  private func settle(_ key: ActivityKey, at moment: Moment) -> [MonitorCallback] {
    guard var record = records[key] else { return [] }
    var callbacks: [MonitorCallback] = []
    let calendar = record.calendar
    let current = calendar.occurrence(containing: moment)
    if let running = record.running, running.date == current?.date, let current {
      record.running?.span = current.span
    } else {
      if record.running != nil {
        callbacks.append(MonitorCallback(.intervalDidEnd, of: key))
        record.running = nil
        counters[key] = nil
      } else if current == nil, !calendar.repeats, calendar.nextStart(after: moment) == nil {
        // It passed while nobody looked. Its end is news to whoever waits for it, its start isn't.
        callbacks.append(MonitorCallback(.intervalDidEnd, of: key))
      }
      if let current {
        callbacks.append(MonitorCallback(.intervalDidStart, of: key))
        record.running = RunningInterval(current)
      }
    }
    callbacks += warnings(of: key, &record, at: moment)
    let isOver =
      record.running == nil && !calendar.repeats && calendar.nextStart(after: moment) == nil
    records[key] = isOver ? nil : record
    dues[key] = nil
    guard !isOver else { return callbacks }
    if record.running != nil, counters[key] == nil { rebuildCounters(key) }
    plan(key, at: moment)
    return callbacks
  }

  private func warnings(
    of key: ActivityKey, _ record: inout ActivityRecord, at moment: Moment
  ) -> [MonitorCallback] {
    guard let seconds = record.schedule.warningSeconds else { return [] }
    let warning = Duration.seconds(seconds)
    var callbacks: [MonitorCallback] = []
    if let running = record.running, !running.endWarned,
      moment.instant >= running.span.end - warning
    {
      record.running?.endWarned = true
      callbacks.append(MonitorCallback(.intervalWillEndWarning, of: key))
    }
    if let next = record.calendar.nextStart(after: moment), moment.instant >= next - warning,
      record.warnedStart != next
    {
      record.warnedStart = next
      callbacks.append(MonitorCallback(.intervalWillStartWarning, of: key))
    }
    return callbacks
  }

  private func plan(_ key: ActivityKey, at moment: Moment) {
    guard let record = records[key] else { return }
    let warning = record.schedule.warningSeconds.map { Duration.seconds($0) }
    var instants: [Instant] = []
    if let running = record.running {
      instants.append(running.span.end)
      if let warning, !running.endWarned { instants.append(running.span.end - warning) }
    }
    if let next = record.calendar.nextStart(after: moment) {
      instants.append(next)
      if let warning, record.warnedStart != next { instants.append(next - warning) }
    }
    dues[key] = instants.filter { $0 > moment.instant }.min()
  }

  // MARK: Its thresholds

  private func rebuildCounters(_ key: ActivityKey) {
    guard let record = records[key], let running = record.running else {
      counters[key] = nil
      return
    }
    let open = record.events.filter { !running.fired.contains($0.key) }
    let shared = Dictionary(grouping: open) { entry in
      SharedCount(
        selection: entry.value.selection, includesPast: entry.value.includesPastActivity)
    }
    counters[key] = shared.map { count, events in
      let from = count.includesPast ? running.span.start : max(running.span.start, record.since)
      let span = Span(start: from, end: running.span.end)
      return UsageCounter(
        selection: count.selection, span: span,
        used: usage.milliseconds(of: count.selection, within: span),
        pending: events.map { name, event in
          threshold(name, event, warning: record.schedule.warningSeconds, in: running)
        })
    }
  }

  private func threshold(
    _ name: String, _ event: ActivityEvent, warning: Int?, in running: RunningInterval
  ) -> PendingThreshold {
    let seconds = Int64(event.thresholdSeconds)
    let warns = warning.flatMap { warning -> Int64? in
      running.warned.contains(name) || Int64(warning) >= seconds ? nil : seconds - Int64(warning)
    }
    return PendingThreshold(
      name: name, milliseconds: seconds * 1000, warningMilliseconds: warns.map { $0 * 1000 })
  }

  private func takeReached(_ key: ActivityKey) -> [MonitorCallback] {
    guard var list = counters[key] else { return [] }
    var reached: [ReachedThreshold] = []
    for index in list.indices { reached += list[index].takeReached() }
    guard !reached.isEmpty else { return [] }
    counters[key] = list
    for threshold in reached {
      if threshold.isWarning {
        records[key]?.running?.warned.insert(threshold.name)
      } else {
        records[key]?.running?.fired.insert(threshold.name)
      }
    }
    let date = records[key]?.running?.date
    return reached.sorted().map { threshold in
      MonitorCallback(
        threshold.isWarning ? .eventWillReachThresholdWarning : .eventDidReachThreshold, of: key,
        event: DeviceActivityEventName(threshold.name), intervalDate: date)
    }
  }
}

/// What events have in common that count the same.
private struct SharedCount: Hashable {
  let selection: FamilyActivitySelection
  let includesPast: Bool
}

extension ActivityBook {
  /// Checks all that can be wrong with an activity before anything changes.
  private func check(
    _ key: ActivityKey, _ schedule: ActivitySchedule, _ events: [String: ActivityEvent],
    at moment: Moment
  ) throws(BusError) -> ActivityCalendar {
    try NameGrammar.check(key.name.rawValue, isA: "activity's name")
    let known = activities(of: key.group)
    try limits.check(activities: known[key.name] == nil ? known.count + 1 : known.count)
    guard let calendar = ActivityCalendar(schedule.interval, in: schedule.zone, askedAt: moment)
    else {
      throw BusError(.invalidDateComponents, "the interval never comes")
    }
    if case .dated = schedule.interval {
      guard let only = calendar.onlyOccurrence(in: moment.zone) else {
        throw BusError(.invalidDateComponents, "the interval ends before it starts")
      }
      guard only.span.end > moment.instant else {
        throw BusError(
          .invalidDateComponents, "the interval ended at \(only.span.end), which has passed")
      }
    }
    try limits.check(intervalOf: calendar.nominalSeconds(in: moment.zone))
    if let warning = schedule.warningSeconds, warning < 0 {
      throw BusError(.invalidDateComponents, "a warning of \(warning) s would come after its edge")
    }
    for (name, event) in events { try check(name, event) }
    return calendar
  }

  private func check(_ name: String, _ event: ActivityEvent) throws(BusError) {
    try NameGrammar.check(name, isA: "event's name")
    guard event.thresholdSeconds >= 1 else {
      throw BusError(
        .invalid,
        "the threshold of \"\(name)\" is \(event.thresholdSeconds) s; at least 1 s is"
          + " a threshold")
    }
    let chosen = event.selection
    try limits.check(
      tokens: max(
        chosen.applicationTokens.count, chosen.categoryTokens.count,
        chosen.webDomainTokens.count))
  }
}
