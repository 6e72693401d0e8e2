import Arguments
import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules

/// What rules are described by on the command line.
enum RuleOptions {
  static let rule = Positional(
    "RULE", "The rule: its name, its id, or the beginning of the id", .text)
  static let name = Positional(
    "NAME", "What the rule is called; an empty one stands for the kind's own", .name)
  static let newName = Option("name", "NAME", "Calls the rule something else", .name)
  static let preset = Option(
    "preset", "PRESET", "Starts from a preset; see `rule presets`", .text)

  static let days = Option(
    "days", "DAYS", "weekdays, weekends, everyday, or days such as mon,wed", .days)
  static let list = Option(
    "list", "LIST", "The app list: its name, its id, or the beginning of the id", .text)
  static let noList = Flag("no-list", "Takes its list from the rule, which blocks nothing then")
  static let hard = Flag("hard", "Hard mode: no unblocks, no edits while it blocks")
  static let notHard = Flag("no-hard", "Ends hard mode")
  static let enabled = Flag("enabled", "Switches the rule on")
  static let disabled = Flag("disabled", "Switches the rule off")

  static let from = Option("from", "HH:MM", "When the window starts", .time)
  static let to = Option(
    "to", "HH:MM", "When the window ends; at or before --from means the next day", .time)
  static let allowOnly = Flag("allow-only", "Blocks everything but the list's apps")
  static let block = Flag("block", "Blocks the list (what a schedule does unless told otherwise)")
  static let adultFilter = Flag("adult-filter", "Filters sites for adults while the rule blocks")
  static let noAdultFilter = Flag("no-adult-filter", "Ends the filter of sites for adults")
  static let minutes = Option(
    "minutes", "N", "Minutes of use a day (1 to 1440)", .integer(in: TimeLimitConfig.allowedMinutes)
  )
  static let opens = Option(
    "opens", "N", "Opens a day (1 to 1000)", .integer(in: OpenLimitConfig.allowedOpens))

  /// What every new rule takes.
  static let common: [any CommandMember] = [days, list, hard, disabled]
  /// What only a schedule takes.
  static let schedule: [any CommandMember] = [from, to, allowOnly, adultFilter]
  /// What only an edit takes, because it is what a new rule starts with.
  static let opposites: [any CommandMember] = [
    noList, notHard, enabled, block, noAdultFilter,
  ]

  /// The options of the other kinds, which say where they belong.
  static func foreign(to kind: RuleKind) -> [any CommandMember] {
    var members: [any CommandMember] = [
      ForeignOption("preset", "takes the place of a kind: rule add --preset PRESET --list LIST")
    ]
    if kind != .schedule {
      members += [
        ForeignOption(from, belongs(to: .schedule)), ForeignOption(to, belongs(to: .schedule)),
        ForeignOption(allowOnly, belongs(to: .schedule)),
        ForeignOption(adultFilter, belongs(to: .schedule)),
      ]
    }
    if kind != .timeLimit { members.append(ForeignOption(minutes, belongs(to: .timeLimit))) }
    if kind != .openLimit { members.append(ForeignOption(opens, belongs(to: .openLimit))) }
    return members
  }

  private static func belongs(to kind: RuleKind) -> String {
    "is an option of \(kind.optionName) rules"
  }

  /// What was typed about a rule.
  static func input(_ arguments: ParsedArguments) throws -> RuleInput {
    var input = RuleInput()
    input.name = try arguments.value(of: newName)
    input.days = try arguments.value(of: days)
    input.list = try listChoice(arguments)
    input.hardMode = try arguments.choice(hard, notHard, "--hard and --no-hard")
    input.isEnabled = try arguments.choice(enabled, disabled, "--enabled and --disabled")
    input.from = try arguments.value(of: from)
    input.to = try arguments.value(of: to)
    input.mode = try arguments.choice(allowOnly, block, "--allow-only and --block").map {
      $0 ? .allowOnly : .block
    }
    input.adultFilter = try arguments.choice(
      adultFilter, noAdultFilter, "--adult-filter and --no-adult-filter")
    input.minutes = try arguments.value(of: minutes)
    input.opens = try arguments.value(of: opens)
    return input
  }

  private static func listChoice(_ arguments: ParsedArguments) throws -> ListChoice? {
    let named = try arguments.value(of: list)
    guard arguments.isSet(noList) else { return named.map(ListChoice.list) }
    guard named == nil else { throw UsageError("--list and --no-list exclude each other") }
    return .noList
  }
}
