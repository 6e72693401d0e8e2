import Arguments
import Bus
import OpenAppLockProtocol
import OpenAppLockRules

/// The command `openapplock rule …`.
enum RuleCommands {
  /// The group.
  static let command = Command<Action>(
    "rule", "Shows and changes rules",
    subcommands: [
      list, show, PreviewCommands.rule, add, edit,
      Command("enable", "Switches a rule on", does: { try alter($0, RuleEnable.init, "Enabled") }) {
        RuleOptions.rule
      },
      Command(
        "disable", "Switches a rule off and keeps it",
        does: { try alter($0, RuleDisable.init, "Disabled") }
      ) {
        RuleOptions.rule
      },
      Command(
        "unblock", "Pauses a rule that blocks until its window, or the day, ends",
        does: { try alter($0, RuleUnblock.init, "Unblocked") }
      ) {
        RuleOptions.rule
      },
      Command("rm", "Removes a rule for good", does: remove) { RuleOptions.rule },
      presets,
    ])

  private static let list = Command<Action>(
    "ls", "Lists the rules with their status",
    does: { invocation in
      invocation.output.show(
        try invocation.instance.askApp(RuleList()).rules, text: RuleTexts.table)
    })

  private static let show = Command<Action>(
    "show", "Shows one rule",
    does: { invocation in
      let reference = try invocation.arguments.value(of: RuleOptions.rule)
      let rule = try invocation.instance.askApp(RuleShow(rule: reference))
      // The list is for people only, and a rule whose list can't be read is still a rule.
      let list = rule.list.flatMap { try? invocation.instance.askApp(ListShow(list: $0)) }
      invocation.output.show(rule) { RuleTexts.detail($0, list, $1) }
    }
  ) {
    RuleOptions.rule
  }

  private static let add = Command<Action>(
    "add", "Makes a rule of a kind, or from a preset",
    details: """
      rule add schedule NAME --from 09:00 --to 17:00 --days weekdays --list LIST
      rule add time-limit NAME --minutes 45 --days everyday --list LIST
      rule add open-limit NAME --opens 5 --days mon,wed --list LIST
      rule add --preset "Morning Focus" --list LIST
      """,
    does: { invocation in
      guard let preset = try invocation.arguments.value(of: RuleOptions.preset) else {
        throw UsageError(
          "a new rule needs a kind or a preset",
          hint: "rule add schedule NAME …, rule add time-limit NAME …, rule add open-limit NAME …")
      }
      let input = try RuleOptions.input(invocation.arguments)
      try invocation.show(RuleAdd(preset: preset, input: input)) {
        RuleTexts.stored($0, "Added", $1)
      }
    },
    subcommands: [
      kind(.schedule, "Blocks during a daily window, e.g. 9-5, Daily", RuleOptions.schedule),
      kind(
        .timeLimit, "Blocks after some minutes of use a day, e.g. 45m/day", [RuleOptions.minutes]),
      kind(.openLimit, "Blocks after some opens a day, e.g. 5 opens/day", [RuleOptions.opens]),
    ]
  ) {
    RuleOptions.preset
    RuleOptions.newName
    RuleOptions.common
    RuleOptions.schedule
  }

  private static func kind(
    _ kind: RuleKind, _ summary: String, _ options: [any CommandMember]
  ) -> Command<Action> {
    Command(
      kind.optionName, summary,
      does: { invocation in
        var input = try RuleOptions.input(invocation.arguments)
        input.name = try invocation.arguments.value(of: RuleOptions.name)
        try invocation.show(RuleAdd(kind: kind, input: input)) {
          RuleTexts.stored($0, "Added", $1)
        }
      }
    ) {
      RuleOptions.name
      options
      RuleOptions.common
      RuleOptions.foreign(to: kind)
      [
        ForeignOption(RuleOptions.newName, "isn't needed here: NAME is the name")
          as any CommandMember
      ]
    }
  }

  private static let edit = Command<Action>(
    "edit", "Changes a rule; what isn't given stays",
    does: { invocation in
      let reference = try invocation.arguments.value(of: RuleOptions.rule)
      let input = try RuleOptions.input(invocation.arguments)
      try invocation.show(OpenAppLockProtocol.RuleEdit(rule: reference, input: input)) {
        RuleTexts.stored($0, "Changed", $1)
      }
    }
  ) {
    RuleOptions.rule
    RuleOptions.newName
    RuleOptions.common
    RuleOptions.schedule
    RuleOptions.minutes
    RuleOptions.opens
    RuleOptions.opposites
  }

  private static let presets = Command<Action>(
    "presets", "Shows the schedules that the gallery offers",
    does: { $0.output.show(PresetSection.gallery, text: RuleTexts.presets) })

  private static func alter<R: BusRequest>(
    _ invocation: Invocation, _ request: (String) -> R, _ verb: String
  ) throws where R.Reply == Stored<RuleReport> {
    let reference = try invocation.arguments.value(of: RuleOptions.rule)
    try invocation.show(request(reference)) { RuleTexts.stored($0, verb, $1) }
  }

  private static func remove(_ invocation: Invocation) throws {
    let reference = try invocation.arguments.value(of: RuleOptions.rule)
    try invocation.show(RuleRemove(rule: reference), ListTexts.removed)
  }
}
