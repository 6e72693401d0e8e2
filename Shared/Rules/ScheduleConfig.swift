package import CivilTime
import ScreenTimeModel

/// Blocks during a daily window.
package struct ScheduleConfig: Hashable, Sendable, Codable {
  /// When it blocks, as readings of the wall clock.
  package var window: DailyWindow
  /// How it reads its list.
  package var selectionMode: SelectionMode
  /// Whether sites for adults are filtered while it blocks.
  package var blockAdultContent: Bool

  /// Makes the options.
  package init(
    window: DailyWindow, selectionMode: SelectionMode = .block, blockAdultContent: Bool = false
  ) {
    self.window = window
    self.selectionMode = selectionMode
    self.blockAdultContent = blockAdultContent
  }
}

extension ScheduleConfig {
  private enum CodingKeys: String, CodingKey {
    case from
    case to
    case selectionMode
    case blockAdultContent
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    window = DailyWindow(
      from: try container.decode(TimeOfDay.self, forKey: .from),
      to: try container.decode(TimeOfDay.self, forKey: .to))
    selectionMode = try container.decode(SelectionMode.self, forKey: .selectionMode)
    blockAdultContent = try container.decode(Bool.self, forKey: .blockAdultContent)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(window.from, forKey: .from)
    try container.encode(window.to, forKey: .to)
    try container.encode(selectionMode, forKey: .selectionMode)
    try container.encode(blockAdultContent, forKey: .blockAdultContent)
  }
}

extension ScheduleConfig: RuleBehavior {
  /// A shield of everything excepts applications only, so a list without any would turn Allow Only
  /// into "block everything", which it never becomes (decision W5).
  func covers(anyOf selection: FamilyActivitySelection) -> Bool {
    switch selectionMode {
    case .block: !selection.isEmpty
    case .allowOnly: !selection.applicationTokens.isEmpty
    }
  }

  func state(of rule: RuleSnapshot, usage: RuleUsage, on day: LocalDay) -> RuleState {
    guard let open = window.span(containing: day.moment, days: rule.days) else {
      return .waiting(nextStart: window.nextStart(after: day.moment, days: rule.days))
    }
    if let pause = rule.pause(inForceAt: day.now) { return .paused(until: min(pause, open.end)) }
    return .active(until: open.end)
  }

  func shield(for selection: FamilyActivitySelection) -> StoreSettings {
    var settings =
      switch selectionMode {
      case .block: StoreSettings.shielding(selection)
      case .allowOnly: StoreSettings.shieldingEverything(except: selection.applicationTokens)
      }
    if blockAdultContent { settings.webContentFilter = .auto([], except: []) }
    return settings
  }

  func pauseEnd(days: WeekdaySet, on day: LocalDay) -> Instant? {
    window.span(containing: day.moment, days: days)?.end
  }

  func occasion(on date: CivilDate, in zone: Zone) -> RuleOccasion {
    window.span(startingOn: date, in: zone).map { .window($0, planned: window.planned) }
      ?? .skipped(window)
  }

  /// One interval, or two where the window crosses midnight.
  ///
  /// Neither counts anything: both edges of each wake the monitor, which works the state out anew.
  func activities(of id: RuleID, selection: FamilyActivitySelection) -> [PlannedActivity] {
    guard activityCount == 2 else { return [PlannedActivity(.window(id), daily: window)] }
    return [
      PlannedActivity(.window(id), daily: DailyWindow(from: window.from, to: .midnight)),
      PlannedActivity(
        .windowAfterMidnight(id), daily: DailyWindow(from: .midnight, to: window.to)),
    ]
  }

  var activityCount: Int { window.crossesMidnight && window.to != .midnight ? 2 : 1 }

  func statusWhileBlocking(until end: Instant, at moment: Moment) -> String {
    "\(SpanText.short(end - moment.instant)) left"
  }

  func statusWhilePaused(until end: Instant, at moment: Moment) -> String {
    "Unblocked until \(RuleWords.clockTime(end, in: moment.zone))"
  }

  var detailRows: [RuleDetailRow] {
    [
      RuleDetailRow("During this time", RuleWords.window(window)),
      RuleDetailRow("Adult websites", blockAdultContent ? "Blocked" : "Allowed"),
    ]
  }

  var selectionTitle: String {
    switch selectionMode {
    case .block: "Block"
    case .allowOnly: "Allow Only"
    }
  }
}

extension DailyWindow {
  /// How long the window is on a day of 24 hours.
  var planned: Duration {
    .seconds(to.secondsFromMidnight - from.secondsFromMidnight + (crossesMidnight ? 86_400 : 0))
  }
}
