/// What should be true of a machine on which a trace is played, worked out from the rules document and the
/// decisions alone.
///
/// It plays the same steps as the product. Where something went wrong on purpose (callbacks that are
/// lost, a damaged document), it knows less, and says so: ``freshness``, ``doubts`` and ``countsExactly``.
struct ReferenceMachine: Sendable {
  /// How far the stores follow the rules.
  enum Freshness: Hashable, Sendable {
    /// They say what the rules say now.
    case current
    /// They say what the rules said at some instant of the last 30 seconds.
    case lagging
    /// Nobody has looked for a while.
    case unknown
  }

  /// An open that was granted.
  struct Session: Hashable, Sendable {
    let granted: Int
    let end: Int

    /// Whether it lives.
    func lives(at now: Int) -> Bool { now < end && granted - ReferenceClock.tolerance <= now }
  }

  /// A hard rule that was found blocking.
  struct Lock: Hashable, Sendable {
    let since: Int
    let until: Int

    /// Whether it holds.
    func holds(at now: Int) -> Bool { now < until && since - ReferenceClock.tolerance <= now }
  }

  /// What is written down of a rule and a date.
  struct Entry: Hashable, Sendable {
    var minutes = 0
    var opens = 0
  }

  /// What names an entry of the ledger.
  struct Page: Hashable, Sendable {
    let rule: String
    let day: Int
  }

  /// How often the app's own loop looks.
  static let period = 30
  /// How long a granted open lasts.
  static let sessionLength = 900

  let apps: [String: Set<String>]
  let limits: String
  var clock: ReferenceClock
  var lists: [String: TraceList]
  var rules: [String: ReferenceRule] = [:]
  var protects: Bool
  var isAppOpen = true
  var weather = TraceWeather.normal
  var ledger: [Page: Entry] = [:]
  var sessions: [String: Session] = [:]
  /// The locks that somebody must have noticed, and those that somebody may have.
  var locks: [String: Lock] = [:]
  var possibleLocks: [String: Lock] = [:]
  var freshness = Freshness.current
  /// Whether the machine carried the step out that is played: what is done then where nobody here can
  /// be sure.
  var wasCarriedOut = true
  /// The documents that are damaged and not healed yet.
  var doubts: Set<String> = []
  /// Whether damaged documents have just been put in order, so that nobody can say what they hold now.
  var wasHealed = false
  /// Whether ledger, minutes and all, must be exactly what was worked out here.
  var countsExactly: Bool
  /// Whether zone or date ever changed otherwise than by time going on.
  var hasTravelled = false
  /// Use that was possible at most, and minutes that a rule may have for it.
  private var use = ReferenceUse()
  private(set) var mostMinutes: [Page: Int] = [:]

  /// Starts as a trace does.
  init(_ trace: Trace, zone: ReferenceZone) {
    apps = trace.apps
    limits = trace.limits
    clock = ReferenceClock(start: trace.start, zone: zone)
    lists = trace.lists
    protects = trace.uninstallProtection
    countsExactly = trace.limits == "linux"
    for (key, rule) in trace.rules { rules[key] = ReferenceRule(fields: rule) }
    noteLocks(surely: true)
  }

  // MARK: Questions

  /// The rules that exist.
  var existing: [String] { rules.filter { !$0.value.isDeleted }.keys.sorted() }

  /// What a rule does, or did so many seconds ago.
  func state(of key: String, ago: Int = 0, locks: [String: Lock]? = nil) -> ReferenceState {
    guard let rule = rules[key] else { return .idle }
    let locks = locks ?? self.locks
    let now = clock.trusted - ago
    let list = lists[rule.fields.list]
    let lock = locks[key].flatMap { $0.holds(at: now) ? $0.until : nil }
    let today = clock.zone.day(now)
    let trusted = rule.state(
      at: now, in: clock.zone, list: list,
      facts(of: key, on: clock.budgetDay(ago: ago)...today, at: now, lock: lock))
    guard let wall = clock.suspect.map({ $0 - ago }) else { return trusted }
    // A later day has no budget of its own before both clocks agree on it (C3).
    let wallDay = clock.zone.day(wall)
    let days = wallDay < today ? wallDay...wallDay : clock.budgetDay(ago: ago)...today
    var facts = facts(of: key, on: days, at: now, lock: nil)
    // Fifteen minutes are fifteen minutes by either clock (O5).
    facts.session = facts.session.map { $0 + wall - now }
    let suspect = rule.state(at: wall, in: clock.zone, list: list, facts)
    return .stricter(trusted, suspect)
  }

  /// Whether it can't be told whether a hard rule is still locked.
  func isAmbiguous(_ key: String) -> Bool {
    state(of: key) != state(of: key, locks: possibleLocks)
  }

  /// Whether a hard rule blocks.
  var isLocked: Bool {
    existing.contains { rules[$0]?.fields.hard == true && state(of: $0).blocks }
  }

  /// Whether a rule, while it shields, shields an application.
  func covers(_ key: String, _ app: String) -> Bool {
    guard let rule = rules[key], let list = lists[rule.fields.list],
      !rule.isDeleted, rule.isEffective(list)
    else { return false }
    if rule.fields.kind == .schedule, rule.fields.allowsOnly { return !list.apps.contains(app) }
    return list.apps.contains(app) || !list.categories.isDisjoint(with: apps[app] ?? [])
  }

  /// The applications that are shielded when every store follows its rule.
  var shielded: Set<String> {
    let shielding = existing.filter { state(of: $0).shields }
    return Set(apps.keys.filter { app in shielding.contains { covers($0, app) } })
  }

  /// The sites that are shielded.
  var shieldedSites: Set<String> {
    existing.filter { state(of: $0).shields }.reduce(into: []) { sites, key in
      guard let rule = rules[key], let list = lists[rule.fields.list] else { return }
      if !(rule.fields.kind == .schedule && rule.fields.allowsOnly) { sites.formUnion(list.sites) }
    }
  }

  /// Whether the filter of adult sites is on.
  var filtersAdults: Bool {
    existing.contains { key in
      guard let rule = rules[key]?.fields else { return false }
      return rule.kind == .schedule && rule.filtersAdults && state(of: key).shields
    }
  }

  /// What counts of a rule today.
  func today(_ key: String) -> Entry { entry(of: key, on: clock.budgetDay()...clock.day) }

  private func entry(of key: String, on days: ClosedRange<Int>) -> Entry {
    days.compactMap { ledger[Page(rule: key, day: $0)] }.reduce(into: Entry()) { sum, entry in
      sum.minutes += entry.minutes
      sum.opens += entry.opens
    }
  }

  private func facts(
    of key: String, on days: ClosedRange<Int>, at now: Int, lock: Int?
  ) -> ReferenceRule.Facts {
    let entry = entry(of: key, on: days)
    let session = sessions[key].flatMap { $0.lives(at: now) ? $0.end : nil }
    return ReferenceRule.Facts(
      minutes: entry.minutes, opens: entry.opens, session: session, lock: lock)
  }

  // MARK: Time

  /// Lets time pass, with applications in front.
  mutating func pass(_ span: Int, using front: Set<String> = []) {
    let end = clock.trusted + span
    let follows = freshness == .current && isWoken
    if !follows { countsExactly = false }
    while clock.trusted < end {
      noteLocks(surely: follows)
      let shielded = front.isEmpty ? [] : shielded
      let inUse = front.subtracting(shielded)
      let next = min(end, nextChange(using: inUse))
      spend(next - clock.trusted, front: front, inUse: inUse, follows)
    }
    looked(during: span, follows)
    noteLocks(surely: freshness == .current)
  }

  /// Has the machine sleep: nothing runs and nothing is used.
  mutating func sleep(_ span: Int) {
    let follows = freshness == .current && isWoken
    if !follows { countsExactly = false }
    let day = clock.day
    clock.pass(span)
    if clock.day != day { beginDay(follows) }
    looked(during: span, follows)
    noteLocks(surely: freshness == .current)
  }

  /// Somebody has made every store follow its rule.
  mutating func reconciled() {
    sessions = sessions.filter { $0.value.lives(at: clock.trusted) }
    freshness = .current
    recordMinutes()
    noteLocks(surely: true)
  }

  /// The app has written what it knows over whatever was damaged.
  mutating func heal() {
    guard !doubts.isEmpty else { return }
    doubts = []
    wasHealed = true
  }

  /// Whether a callback comes at each instant at which something changes.
  ///
  /// By a clock that isn't trusted nobody is woken, and an interval that is too short isn't monitored.
  var isWoken: Bool {
    weather.isFair && clock.suspect == nil && limits == "linux"
      && existing.allSatisfy { rules[$0]?.fields.isMonitored ?? true }
  }

  private mutating func looked(during span: Int, _ follows: Bool) {
    if isAppOpen, span >= Self.period { heal() }
    if follows { return }
    if !isAppOpen {
      freshness = .unknown
    } else if span >= Self.period {
      freshness = isWoken ? .current : .lagging
    } else if freshness == .current, span > 0 {
      freshness = .lagging
    }
  }

  private mutating func spend(_ span: Int, front: Set<String>, inUse: Set<String>, _ follows: Bool)
  {
    let day = clock.day
    let start = clock.trusted
    use.add(start, start + span, on: day, front: front, inUse: inUse)
    clock.pass(span)
    recordMinutes(on: day, isOver: clock.day != day)
    if clock.day != day { beginDay(follows) }
  }

  private mutating func beginDay(_ follows: Bool) {
    countsExactly = follows && limits == "linux" && doubts.isEmpty
  }

  /// The next instant at which a rule may do something else.
  private func nextChange(using inUse: Set<String>) -> Int {
    let now = clock.trusted
    var next = Int.max
    for key in existing {
      guard let rule = rules[key] else { continue }
      var edges = rule.edges(after: now, in: clock.zone)
      if let wall = clock.suspect {
        edges += rule.edges(after: wall, in: clock.zone).map { $0 - (wall - now) }
      }
      edges += [sessions[key]?.end, possibleLocks[key]?.until].compactMap(\.self)
      next = edges.filter { $0 > now }.reduce(next, min)
      if let left = secondsLeft(of: key, using: inUse) { next = min(next, now + left) }
    }
    return next
  }

  /// How much more use spends a rule's budget.
  private func secondsLeft(of key: String, using inUse: Set<String>) -> Int? {
    guard let rule = rules[key], rule.counts(on: clock.day, lists[rule.fields.list]),
      inUse.contains(where: { covers(key, $0) })
    else { return nil }
    let held = (clock.budgetDay()..<clock.day).reduce(0) { sum, day in
      sum + (ledger[Page(rule: key, day: day)]?.minutes ?? 0)
    }
    let left = (rule.fields.minutes - held) * 60 - used(by: key, on: clock.day)
    return left > 0 ? left : nil
  }

  private func used(by key: String, on day: Int) -> Int {
    use.seconds(on: day) { covers(key, $0) }
  }

  /// Writes down the minutes that rules have reached.
  ///
  /// One that is complete at the end of a day to the second is told of on the next one, and dropped.
  mutating func recordMinutes(on day: Int? = nil, isOver: Bool = false) {
    let day = day ?? clock.day
    for key in existing {
      guard let rule = rules[key], rule.counts(on: day, lists[rule.fields.list]) else { continue }
      let page = Page(rule: key, day: day)
      let possible = use.possibleSeconds(on: day) { covers(key, $0) } / 60
      mostMinutes[page] = max(mostMinutes[page] ?? 0, possible)
      guard countsExactly else { continue }
      let reached = (used(by: key, on: day) - (isOver ? 1 : 0)) / 60
      let counted = min(rule.fields.minutes, reached)
      if counted > ledger[page]?.minutes ?? 0 { ledger[page, default: Entry()].minutes = counted }
    }
  }

  // MARK: Locks

  private mutating func noteLocks(surely: Bool) {
    let now = clock.trusted
    locks = locks.filter { $0.value.holds(at: now) }
    possibleLocks = possibleLocks.filter { $0.value.holds(at: now) }
    guard doubts.isEmpty else { return }
    for key in existing where rules[key]?.fields.hard == true {
      note(key, in: &possibleLocks)
      if surely { note(key, in: &locks) }
    }
  }

  private func note(_ key: String, in locks: inout [String: Lock]) {
    guard let rule = rules[key] else { return }
    let now = clock.trusted
    let state = rule.state(
      at: now, in: clock.zone, list: lists[rule.fields.list],
      facts(of: key, on: clock.day...clock.day, at: now, lock: locks[key]?.until))
    guard let end = state.blockEnd else { return }
    locks[key] = Lock(since: locks[key]?.since ?? now, until: max(end, locks[key]?.until ?? end))
  }
}
