import Bus
import OpenAppLockRules

/// What the values look like that several messages of the app carry.
enum Shapes {
  static let application = Shape.form(TextForm("application"))
  static let category = Shape.form(TextForm("category"))
  static let site = Shape.form(TextForm("site"))
  static let ruleKind = Shape.choice(RuleKind.allCases.map(\.rawValue))
  private static let mode = Shape.choice(SelectionMode.allCases.map(\.rawValue))
  private static let days = Shape.list(
    .choice(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]))
  private static let id = Shape.form(TextForm("id"))

  static let supervisedUsers = Shape.either([.choice(["default"]), .list(.integer)])

  static let settings: [Field] = [
    .field(
      "uninstallProtection", .boolean, "Whether apps can't be removed while a hard rule blocks."),
    .field("supervisedUsers", supervisedUsers, "Whose programs are watched and blocked."),
  ]

  /// The fields of what was stored, and whether it is in force already.
  static func stored(_ fields: [Field]) -> [Field] {
    fields + [
      .optional(
        "notEnforced", .text, "Why it isn't enforced yet, in a sentence; absent when it is.")
    ]
  }

  static let removed: [Field] = [
    .field("id", id, "The id it had.").drawn,
    .field("name", .text, "The name it had."),
    .field("detached", .list(.text), "The rules that used it and now have no list."),
  ]

  // MARK: Rules

  static let ruleInput: [Field] = [
    .optional("name", .text, "The rule's name."),
    .optional("enabled", .boolean, "Whether the rule is on."),
    .optional("hard", .boolean, "Whether the rule allows no unblocks."),
    .optional("days", days, "The days on which it holds."),
    .optional("list", .nullable(.text), "Its app list: its name, or its id; null for none."),
    .optional("from", .form(.time), "When a schedule's window starts."),
    .optional("to", .form(.time), "When a schedule's window ends."),
    .optional("mode", mode, "Whether a schedule blocks its list, or everything but its list."),
    .optional("adultFilter", .boolean, "Whether a schedule engages the filter of adult sites."),
    .optional("minutes", .integer, "A time limit's minutes a day."),
    .optional("opens", .integer, "An open limit's opens a day."),
  ]

  static let rule: [Field] =
    [
      .field("id", id, "The rule's id.").drawn,
      .field("name", .text, "Its name."),
      .field("kind", ruleKind, "Its kind."),
      .field("enabled", .boolean, "Whether it is on."),
      .field("hard", .boolean, "Whether it allows no unblocks."),
      .field("days", days, "The days on which it holds."),
      .field("list", .nullable(.text), "The name of its app list; null for none."),
      .field("status", .text, "How it stands now, in the words of the screen."),
    ] + ruleOptions + ruleActivity

  private static let ruleOptions: [Field] = [
    .optional("from", .form(.time), "When a schedule's window starts."),
    .optional("to", .form(.time), "When a schedule's window ends."),
    .optional("mode", mode, "Whether a schedule blocks its list, or everything but its list."),
    .optional("adultFilter", .boolean, "Whether a schedule engages the filter of adult sites."),
    .optional("minutes", .integer, "A time limit's minutes a day."),
    .optional("opens", .integer, "An open limit's opens a day."),
  ]

  private static let ruleActivity: [Field] = [
    .field("blocks", .boolean, "Whether it blocks."),
    .field("gated", .boolean, "Whether it shields without blocking: opens are left."),
    .optional("usedMinutes", .integer, "Minutes used today, for a time limit."),
    .optional("usedOpens", .integer, "Opens spent today, for an open limit."),
    .optional("usage", .text, "In the words of the screen: `18m of 45m used today`."),
    .optional("remaining", .text, "In the words of the screen: `27m left`."),
    .optional("sessionUntil", .form(.instant), "When the granted open that lives now ends."),
  ]

  static let preview: [Field] = [
    .field("now", .form(.instant), "The service's time, from which on is looked ahead."),
    .field("zone", .form(.zone), "The identifier of the zone in which windows are read."),
    .field("from", .form(.date), "The day that holds the service's time."),
    .field("days", .integer, "How many days are looked at, today's included."),
    .field("rules", .list(.object(previewedRule)), "The rules, in the order of their names."),
    .field("entries", .list(.object(previewEntry)), "What they do, by day and then by time."),
  ]

  private static let previewedRule: [Field] = [
    .field("rule", id, "The rule's id.").drawn,
    .field("name", .text, "Its name."),
    .field("kind", ruleKind, "Its kind."),
    .field("hard", .boolean, "Whether it allows no unblocks."),
    .field("status", .text, "How it stands now, in the words of the screen."),
    .field("due", .boolean, "Whether there is any day on which it does something."),
  ]

  private static let previewEntry: [Field] = [
    .field("rule", id, "The rule's id.").drawn,
    .field("name", .text, "Its name."),
    .field("date", .form(.date), "The day; that on which a window starts that crosses midnight."),
    .field("label", .text, "In the words of the screen: `23:00 – 06:30 Tue`, `45 minutes`."),
    .optional("length", .text, "How long a window lasts, in words."),
    .optional("note", .text, "What is special about the day, in words."),
    .optional("start", .form(.instant), "When a window starts."),
    .optional("end", .form(.instant), "When it ends."),
    .optional("minutes", .integer, "A time limit's budget."),
    .optional("opens", .integer, "An open limit's budget."),
  ]

  // MARK: Lists

  static let list: [Field] = [
    .field("id", id, "The list's id.").drawn,
    .field("name", .text, "Its name."),
    .field("apps", .list(application), "Its applications, sorted."),
    .field("categories", .list(category), "Its categories, sorted."),
    .field("sites", .list(site), "Its sites, sorted."),
    .field("rules", .list(.text), "The names of the rules that use it."),
  ]

  private static let selection: [Field] = [
    .optional("applications", .list(application), "The applications."),
    .optional("categories", .list(category), "The categories."),
    .optional("webDomains", .list(site), "The sites."),
  ]

  static let listInput: [Field] = [
    .optional("name", .text, "The name; without it the list keeps its own."),
    .field("adding", .object(selection), "What comes in."),
    .field("removing", .object(selection), "What goes out."),
  ]

  // MARK: Status

  static let status: [Field] = [
    .field("blocking", .list(.object(blocking)), "The rules that block now."),
    .field("usage", .list(.object(usage)), "The limit rules of today that don't block."),
    .field("shielded", .list(application), "Every known application under a shield, sorted."),
    .field("sites", .list(site), "Every site under a shield, sorted."),
    .field("adultFilter", .boolean, "Whether sites for adults are filtered."),
    .field("gated", .list(.text), "The rules that shield without blocking: opens are left."),
    .field(
      "clock",
      .object([
        .field("now", .form(.instant), "The service's time."),
        .field("zone", .form(.zone), "The identifier of the zone in force."),
        .field("suspect", .boolean, "Whether the wall clock is not trusted right now."),
      ]), "The time that all of this is true for."),
    .field("removalDenied", .boolean, "Whether applications may not be removed."),
    .field("listsLocked", .boolean, "Whether lists are read-only because a hard rule blocks."),
    .field(
      "inUse", .choice(UseMeaning.allCases.map(\.rawValue)),
      "What an app in use is, here and now: one in front, or one with a process."),
    .field(
      "faults",
      .list(
        .object([
          .field("code", .text, "A word for programs."),
          .field("message", .text, "One sentence for people."),
          .field("since", .form(.instant), "When it was first met."),
        ])), "What isn't enforced or not trusted right now, and why."
    ).ofMachine,
  ]

  private static let blocking: [Field] = [
    .field("rule", id, "The rule's id.").drawn,
    .field("name", .text, "Its name."),
    .field("kind", ruleKind, "Its kind."),
    .field("hard", .boolean, "Whether it allows no unblocks."),
    .field("until", .form(.instant), "Until when it blocks."),
    .field("label", .text, "In the words of the screen: `6h left`."),
  ]

  private static let usage: [Field] = [
    .field("rule", id, "The rule's id.").drawn,
    .field("name", .text, "Its name."),
    .field("kind", ruleKind, "Its kind."),
    .field("label", .text, "In the words of the screen: `18m of 45m used today`."),
    .field("remaining", .text, "In the words of the screen: `27m left`."),
    .optional("minutes", .integer, "Minutes used today, for a time limit."),
    .optional("opens", .integer, "Opens spent today, for an open limit."),
  ]
}
