import Simulation

/// A rule of a trace, with the fields that a scenario gives it.
struct TraceRule: Hashable, Sendable {
  /// What kind it is.
  enum Kind: String, Sendable, CaseIterable {
    case schedule
    case timeLimit
    case openLimit
  }

  /// The kind.
  var kind: Kind
  /// When a schedule's window opens, in seconds as a clock shows them.
  var from = 9 * 3600
  /// When it closes.
  var to = 17 * 3600
  /// Whether a schedule blocks everything but its list.
  var allowsOnly = false
  /// Whether a schedule filters sites for adults.
  var filtersAdults = false
  /// A time limit's budget.
  var minutes = 30
  /// An open limit's budget.
  var opens = 3
  /// The days, 0 for Monday.
  var days: Set<Int> = Set(0..<7)
  /// The list's name.
  var list: String
  /// Whether it is in hard mode.
  var hard = false
  /// Whether it is on.
  var enabled = true

  /// Whether its windows are long enough to be monitored, each side of midnight by itself.
  var isMonitored: Bool {
    guard kind == .schedule else { return true }
    guard to <= from, to != 0 else { return (to == 0 ? CivilDay.seconds : to) - from >= 60 }
    return CivilDay.seconds - from >= 60 && to >= 60
  }

  /// The rule as a scenario file has it.
  var json: JSONValue {
    var fields: [String: JSONValue] = [
      "kind": .text(kind.rawValue), "days": Self.json(days), "list": .text(list),
    ]
    switch kind {
    case .schedule:
      fields["from"] = .text(CivilDay.time(from))
      fields["to"] = .text(CivilDay.time(to))
      if allowsOnly { fields["mode"] = .text("allowOnly") }
      if filtersAdults { fields["adultFilter"] = .boolean(true) }
    case .timeLimit: fields["minutes"] = .number(Double(minutes))
    case .openLimit: fields["opens"] = .number(Double(opens))
    }
    if hard { fields["hard"] = .boolean(true) }
    if !enabled { fields["enabled"] = .boolean(false) }
    return .object(fields)
  }

  /// Days as a scenario file has them.
  static func json(_ days: Set<Int>) -> JSONValue {
    if days.count == 7 { return .text("everyday") }
    let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    return .list(days.sorted().map { .text(names[$0]) })
  }
}

/// One field that an edit of a rule gives.
enum TraceEdit: Hashable, Sendable {
  case from(Int)
  case to(Int)
  case allowsOnly(Bool)
  case filtersAdults(Bool)
  case minutes(Int)
  case opens(Int)
  case days(Set<Int>)
  case list(String)
  case hard(Bool)
  case enabled(Bool)

  /// Changes a rule.
  func apply(to rule: inout TraceRule) {
    switch self {
    case .from(let value): rule.from = value
    case .to(let value): rule.to = value
    case .allowsOnly(let value): rule.allowsOnly = value
    case .filtersAdults(let value): rule.filtersAdults = value
    case .minutes(let value): rule.minutes = value
    case .opens(let value): rule.opens = value
    case .days(let value): rule.days = value
    case .list(let value): rule.list = value
    case .hard(let value): rule.hard = value
    case .enabled(let value): rule.enabled = value
    }
  }

  /// The field as a scenario file has it.
  var json: (key: String, value: JSONValue) {
    switch self {
    case .from(let value): ("from", .text(CivilDay.time(value)))
    case .to(let value): ("to", .text(CivilDay.time(value)))
    case .allowsOnly(let value): ("mode", .text(value ? "allowOnly" : "block"))
    case .filtersAdults(let value): ("adultFilter", .boolean(value))
    case .minutes(let value): ("minutes", .number(Double(value)))
    case .opens(let value): ("opens", .number(Double(value)))
    case .days(let value): ("days", TraceRule.json(value))
    case .list(let value): ("list", .text(value))
    case .hard(let value): ("hard", .boolean(value))
    case .enabled(let value): ("enabled", .boolean(value))
    }
  }
}

/// A list of a trace.
struct TraceList: Hashable, Sendable {
  /// Its applications.
  var apps: Set<String> = []
  /// Its categories.
  var categories: Set<String> = []
  /// Its sites.
  var sites: Set<String> = []

  /// Whether nothing is on it.
  var isEmpty: Bool { apps.isEmpty && categories.isEmpty && sites.isEmpty }

  /// The list as a scenario file has it.
  var json: JSONValue {
    .object([
      "apps": .list(apps.sorted().map(JSONValue.text)),
      "categories": .list(categories.sorted().map(JSONValue.text)),
      "sites": .list(sites.sorted().map(JSONValue.text)),
    ])
  }
}
