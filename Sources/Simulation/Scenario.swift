package import CivilTime
package import ScreenTimeModel

/// A day, or a year, of somebody's use: apps, lists, rules, what happens and what must hold.
///
/// All times are instants already: readings are resolved in the zone that is in force at their step.
package struct Scenario: Sendable {
  /// One line: what it is about.
  package let about: String
  /// The device's zone at the start.
  package let zone: Zone
  /// When it starts.
  package let start: Instant
  /// Every application that the file names, with its categories.
  package let apps: [ApplicationToken: Set<ActivityCategoryToken>]
  /// The lists, by the names that the file gives them.
  package let lists: [String: ListFields]
  /// The rules, by the names that the file gives them.
  package let rules: [String: RuleFields]
  /// Which limits of the platform are in force: `linux` or `ios`.
  package let limits: String
  /// Whether uninstall protection is on.
  package let uninstallProtection: Bool
  /// What happens.
  package let steps: [ScenarioStep]
}

/// The fields of a list that a file gives; those not given stay as they are.
package struct ListFields: Hashable, Sendable {
  /// Applications.
  package var apps: [ApplicationToken]?
  /// Categories.
  package var categories: [ActivityCategoryToken]?
  /// Sites.
  package var sites: [WebDomainToken]?
  /// Another name.
  package var name: String?
}

/// The fields of a rule that a file gives; those not given have their default or stay as they are.
package struct RuleFields: Hashable, Sendable {
  /// `schedule`, `timeLimit` or `openLimit`.
  package var kind: String?
  /// When a schedule's window opens.
  package var from: TimeOfDay?
  /// When it closes.
  package var to: TimeOfDay?
  /// `block` or `allowOnly`.
  package var mode: String?
  /// Whether adult sites are filtered.
  package var adultFilter: Bool?
  /// A time limit's minutes.
  package var minutes: Int?
  /// An open limit's opens.
  package var opens: Int?
  /// On which days.
  package var days: WeekdaySet?
  /// The name of its list in the file; the inner `nil` is `null`, none.
  package var list: String??
  /// Whether it is in hard mode.
  package var hard: Bool?
  /// Whether it is enabled.
  package var enabled: Bool?
  /// Its name.
  package var name: String?
}

/// One step: at most one thing that happens, then what must hold.
package struct ScenarioStep: Sendable {
  /// What happens; `nil` for nothing.
  package let verb: ScenarioVerb?
  /// What must hold after it.
  package let expectations: [Expectation]
  /// A remark for the reader of the timeline.
  package let note: String?
}

/// What happens in a step.
package enum ScenarioVerb: Hashable, Sendable {
  /// Time goes on to an instant.
  case at(Instant)
  /// So much time passes.
  case advance(Duration)
  /// Applications are in front for so long, as far as they aren't shielded.
  case use([ApplicationToken], for: Duration)
  /// The shield's second button is pressed so often at once.
  case press(ApplicationToken, times: Int)
  /// A soft unblock of a rule.
  case unblock(String)
  /// A rule is enabled.
  case enable(String)
  /// A rule is disabled.
  case disable(String)
  /// A rule is deleted.
  case delete(String)
  /// A rule is edited.
  case edit(String, RuleFields)
  /// A rule is added.
  case addRule(String, RuleFields)
  /// A list is added.
  case addList(String, ListFields)
  /// A list is edited.
  case editList(String, ListFields)
  /// A list is deleted.
  case deleteList(String)
  /// Uninstall protection is switched.
  case uninstallProtection(Bool)
  /// Somebody sets the wall clock forward or back.
  case clock(Duration, synchronised: Bool)
  /// The device's zone changes.
  case zone(Zone)
  /// The machine is suspended for so long.
  case sleep(Duration)
  /// The machine is off for so long, and then started again.
  case reboot(Duration)
  /// The app's foreground loop stops, or runs again.
  case app(isOpen: Bool)
  /// What becomes of the monitor's callbacks from now on.
  case callbacks(ScenarioWeather)
  /// A process is killed.
  case kill(ScenarioProcess)
  /// A document is truncated in the middle.
  case damage(ScenarioDocument)
}

/// What becomes of the monitor's callbacks.
package enum ScenarioWeather: Hashable, Sendable {
  /// They come as they should.
  case normal
  /// They don't come.
  case drop
  /// They come so much later.
  case delay(Duration)
  /// They come twice.
  case duplicate
  /// Those that are due together come in reverse order.
  case reverse
}

/// The processes that a scenario can kill.
package enum ScenarioProcess: String, CaseIterable, Hashable, Sendable {
  /// The monitor extension.
  case monitor
  /// The extension that says what a shield shows.
  case shieldConfig
  /// The extension that takes presses.
  case shieldAction
  /// The app's service.
  case app
  /// The platform's service.
  case platform
}

/// The documents that a scenario can damage.
package enum ScenarioDocument: String, CaseIterable, Hashable, Sendable {
  /// The rules as the extensions see them.
  case snapshots
  /// Minutes and opens.
  case usage
  /// Granted opens.
  case openSessions
  /// Which stores the rules have written.
  case shieldStores
  /// The settings that the extensions share.
  case settings
}
