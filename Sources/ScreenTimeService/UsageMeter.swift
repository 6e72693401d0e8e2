import Bus
import CivilTime
import ScreenTimeModel

/// Knows which apps are in use and counts how long.
///
/// It is told the time in steps, and of every change between them: what was in use since the last
/// step was in use for all of it. Apps under a shield are never in use (decision L2).
final class UsageMeter {
  /// The apps in use now.
  private(set) var inUse: Set<ApplicationToken> = []
  /// The longest step that is use; a longer one is a machine that slept or a service that was held
  /// (decision C4).
  ///
  /// `nil` on a clock that somebody moves.
  private let longestStep: Duration?
  private let history: UsageHistory
  private let categories: (ApplicationToken) -> Set<ActivityCategoryToken>
  private let names: (ApplicationToken) -> Set<ApplicationToken>
  private var reports: [PeerID: Set<ApplicationToken>] = [:]
  private var running: Set<ApplicationToken> = []
  private var last: (uptime: Duration, zone: Zone)

  /// Makes a meter.
  ///
  /// `names` are all the tokens under which an app is known, its own included.
  init(
    history: UsageHistory, time: ServiceTime, longestStep: Duration?,
    names: @escaping (ApplicationToken) -> Set<ApplicationToken>,
    categories: @escaping (ApplicationToken) -> Set<ActivityCategoryToken>
  ) {
    self.history = history
    self.longestStep = longestStep
    self.names = names
    self.categories = categories
    last = (time.uptime, time.zone)
  }

  /// Whether somebody in the session tells what is in front; otherwise what runs counts (decision L6).
  var hasReporter: Bool { !reports.isEmpty }
  /// Whether a peer tells what is in front.
  func isReporter(_ peer: PeerID) -> Bool { reports[peer] != nil }

  /// Whether a reporter says that an app is in front, shielded or not.
  var isMachineUsed: Bool { reports.values.contains { !$0.isEmpty } }

  /// Counts the time since the last step and answers the stretch in which apps were used; `nil`
  /// when none were.
  func step(to time: ServiceTime) -> Span? {
    let passed = time.uptime - last.uptime
    skip(to: time)
    guard !inUse.isEmpty, passed > .zero, passed <= longestStep ?? passed else { return nil }
    // The boot-time clock says how long it was, the trusted time when it ended (decision C1).
    let stretch = Span(start: time.now - passed, end: time.now)
    history.add(stretch, inUse, in: time.zone)
    return stretch
  }

  /// Goes on from now without counting: the machine slept (decision C4).
  func skip(to time: ServiceTime) {
    last = (time.uptime, time.zone)
  }

  /// Takes what a reporter says is in front.
  ///
  /// Step to now first.
  func report(_ apps: Set<ApplicationToken>, by peer: PeerID) {
    reports[peer] = apps
  }

  /// Forgets a reporter.
  ///
  /// Step to now first.
  func forget(_ peer: PeerID) {
    reports[peer] = nil
  }

  /// Takes what was found to run; counts while there is no reporter.
  ///
  /// Step to now first.
  func found(running apps: Set<ApplicationToken>) {
    running = apps
  }

  /// Works out what is in use, after a report or after the shields have changed.
  func settle(isShielded: (ApplicationToken) -> Bool) {
    let candidates = hasReporter ? reports.values.reduce(into: []) { $0.formUnion($1) } : running
    inUse = candidates.filter { !isShielded($0) }
  }

  /// How many milliseconds of a day `selection` was in use.
  func milliseconds(of selection: FamilyActivitySelection, on date: CivilDate) -> Int64 {
    history.milliseconds(on: date) { matches(selection, $0) }
  }

  private func matches(_ selection: FamilyActivitySelection, _ app: ApplicationToken) -> Bool {
    if selection.isEmpty { return true }
    if !selection.applicationTokens.isDisjoint(with: names(app)) { return true }
    return !selection.categoryTokens.isEmpty
      && !selection.categoryTokens.isDisjoint(with: categories(app))
  }
}

extension UsageMeter: UsageSource {
  func isInUse(_ selection: FamilyActivitySelection) -> Bool {
    inUse.contains { matches(selection, $0) }
  }

  func milliseconds(of selection: FamilyActivitySelection, within span: Span) -> Int64 {
    history.milliseconds(within: span, in: last.zone) { matches(selection, $0) }
  }
}
