import CivilTime
import OpenAppLockRules
import ScreenTimeModel

/// A rule as the first layout had it: flat, with the options of every kind and its own selection.
struct FirstSchemaRule {
  /// Its id, as it is written now.
  let id: String
  /// Its name, as one may be now.
  let name: String
  /// Its kind.
  let kind: RuleKind
  /// Whether it was on.
  let isEnabled: Bool
  /// Whether it allowed no unblocks.
  let isHard: Bool
  /// Its days, as short names joined by commas.
  let days: String
  /// The columns of which each kind fills its own: window, mode, filter, minutes, opens.
  let options: [SQLValue]
  /// What it blocked.
  let selection: FamilyActivitySelection
  /// Until when it was paused, in milliseconds since 1970.
  let pausedUntil: Int64?
  /// When it was made, in milliseconds since 1970.
  let createdAt: Int64

  /// Reads the current row of ``FirstSchema``'s question; `nil` for one that makes no sense.
  ///
  /// - Throws: `damaged` where days or selection are no JSON.
  init?(_ row: borrowing Statement, of path: String) throws(StorageError) {
    guard let id = row.text(0).flatMap(Self.ruleID), let name = row.text(1),
      let kind = row.text(2).flatMap(RuleKind.init(rawValue:)), let isEnabled = row.integer(3),
      let isHard = row.integer(4), let days = row.text(5), let createdAt = row.integer(14),
      let options = Self.options(of: kind, row)
    else { return nil }
    let weekdays = try StoredJSON.read([Int].self, from: days, of: path)
      .map(Weekday.init(rawValue:))
    guard !weekdays.contains(nil) else { return nil }
    self.id = id.rawValue
    self.name = Self.name(name, for: kind)
    self.kind = kind
    self.isEnabled = isEnabled != 0
    self.isHard = isHard != 0
    self.days = WeekdaySet(weekdays.compactMap(\.self)).map(\.shortName).joined(separator: ",")
    self.options = options
    selection =
      if let selection = row.text(12) {
        try StoredJSON.read(FamilyActivitySelection.self, from: selection, of: path)
      } else {
        FamilyActivitySelection()
      }
    pausedUntil = row.integer(13).map(Int64.init)
    self.createdAt = Int64(createdAt)
  }

  // What can't be parsed is `nil`: whoever reads says which rule makes no sense.

  private static func ruleID(_ text: String) -> RuleID? { try? RuleID(parsing: text) }

  private static func options(of kind: RuleKind, _ row: borrowing Statement) -> [SQLValue]? {
    switch kind {
    case .schedule:
      guard let from = row.integer(6).flatMap(reading), let to = row.integer(7).flatMap(reading),
        let mode = row.text(8).flatMap(SelectionMode.init(rawValue:)), let filter = row.integer(9)
      else { return nil }
      return [
        .text(from), .text(to), .text(mode.rawValue), SQLValue(filter != 0), .null, .null,
      ]
    case .timeLimit:
      guard let minutes = row.integer(10), TimeLimitConfig.allowedMinutes.contains(minutes) else {
        return nil
      }
      return [.null, .null, .null, .null, SQLValue(minutes), .null]
    case .openLimit:
      guard let opens = row.integer(11), OpenLimitConfig.allowedOpens.contains(opens) else {
        return nil
      }
      return [.null, .null, .null, .null, .null, SQLValue(opens)]
    }
  }

  /// Minutes after midnight as a reading; the 1440th is the next midnight.
  private static func reading(_ minutes: Int) -> String? {
    guard (0...1440).contains(minutes) else { return nil }
    return try? TimeOfDay(hour: minutes / 60 % 24, minute: minutes % 60).description
  }

  /// Names were free text then: what may not be in one now becomes a blank, and what is too much goes.
  private static func name(_ text: String, for kind: RuleKind) -> String {
    if let name = try? RuleName.checked(text, for: kind) { return name }
    let plain = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { RuleName.isForbidden($0) ? " " : $0 }))
    let short = String(plain.unicodeScalars.prefix(RuleName.longest))
    return (try? RuleName.checked(short, for: kind)) ?? RuleDefaults.name(for: kind)
  }
}
