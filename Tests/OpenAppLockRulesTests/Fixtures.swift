import CivilTime
import OpenAppLockRules
import ScreenTimeModel

let berlin = "Europe/Berlin"

/// The moment at which a zone's clock shows a reading.
func moment(_ text: String, _ zone: String = "UTC") throws -> Moment {
  let zone = try Zone(identifier: zone)
  return Moment(try zone.instant(parsing: text), in: zone)
}

func instant(_ text: String, _ zone: String = "UTC") throws -> Instant {
  try moment(text, zone).instant
}

func window(_ from: String, _ to: String) throws -> DailyWindow {
  DailyWindow(from: try TimeOfDay(parsing: from), to: try TimeOfDay(parsing: to))
}

func id(_ number: UInt8) throws -> RuleID {
  let digits = String(number, radix: 16)
  let tail = String(repeating: "0", count: 12 - digits.count) + digits
  return try RuleID(parsing: "00000000-0000-4000-8000-\(tail)")
}

func app(_ name: String) throws -> ApplicationToken { try ApplicationToken(parsing: name) }

func apps(_ names: String...) throws -> FamilyActivitySelection {
  FamilyActivitySelection(applicationTokens: Set(try names.map(app)))
}

let chess = "org.example.Chess"
let chat = "org.example.Chat"
let editor = "org.example.Editor"

func rule(
  _ configuration: RuleConfiguration, _ number: UInt8 = 1, name: String = "Focus",
  isEnabled: Bool = true, hard: Bool = false, days: WeekdaySet = .everyday,
  selection: FamilyActivitySelection?, pausedUntil: Instant? = nil
) throws -> RuleSnapshot {
  RuleSnapshot(
    id: try id(number), name: name, isEnabled: isEnabled, hardMode: hard, days: days,
    configuration: configuration, selection: selection, pausedUntil: pausedUntil,
    createdAt: try instant("2025-01-01T00:00"))
}

func schedule(
  _ from: String, _ to: String, _ number: UInt8 = 1, days: WeekdaySet = .everyday,
  mode: SelectionMode = .block, adultFilter: Bool = false, hard: Bool = false,
  pausedUntil: Instant? = nil, apps names: [String] = [chess], name: String = "Focus"
) throws -> RuleSnapshot {
  try rule(
    .schedule(
      ScheduleConfig(
        window: try window(from, to), selectionMode: mode, blockAdultContent: adultFilter)),
    number, name: name, hard: hard, days: days,
    selection: FamilyActivitySelection(applicationTokens: Set(try names.map(app))),
    pausedUntil: pausedUntil)
}

func timeLimit(
  _ minutes: Int, _ number: UInt8 = 2, days: WeekdaySet = .everyday, hard: Bool = false,
  pausedUntil: Instant? = nil, apps names: [String] = [chess]
) throws -> RuleSnapshot {
  try rule(
    .timeLimit(try TimeLimitConfig(dailyLimitMinutes: minutes)), number, name: "Budget", hard: hard,
    days: days, selection: FamilyActivitySelection(applicationTokens: Set(try names.map(app))),
    pausedUntil: pausedUntil)
}

func openLimit(
  _ opens: Int, _ number: UInt8 = 3, days: WeekdaySet = .everyday, hard: Bool = false,
  pausedUntil: Instant? = nil, apps names: [String] = [chess]
) throws -> RuleSnapshot {
  try rule(
    .openLimit(try OpenLimitConfig(maxOpens: opens)), number, name: "Opens", hard: hard,
    days: days, selection: FamilyActivitySelection(applicationTokens: Set(try names.map(app))),
    pausedUntil: pausedUntil)
}

func judged(
  _ rule: RuleSnapshot, minutes: Int = 0, opens: Int = 0, sessionUntil: Instant? = nil,
  at moment: Moment
) -> JudgedRule {
  JudgedRule(
    rule, usage: RuleUsage(minutes: minutes, opens: opens, sessionUntil: sessionUntil), at: moment)
}
