import Bus

/// What the values look like that several messages of the service carry.
enum Shapes {
  static let application = Shape.form(TextForm("application"))
  static let category = Shape.form(TextForm("category"))
  static let site = Shape.form(TextForm("site"))

  static let selection: [Field] = [
    .optional("applications", .list(application), "The chosen applications."),
    .optional("categories", .list(category), "The chosen categories; each app in one is meant."),
    .optional("webDomains", .list(site), "The chosen sites."),
  ]

  static let suspicion = Field.optional(
    "suspicion",
    .object([
      .field("wall", .form(.instant), "What the wall clock says."),
      .field(
        "agreed", .form(.instant), "The service's time when both last named the same day."),
    ]), "What is known while the wall clock can't be trusted.")

  static let clockReading: [Field] = [
    .field("now", .form(.instant), "The service's time: the trusted one."),
    .field("zone", .form(.zone), "The identifier of the zone in force."),
    .field("isVirtual", .boolean, "Whether the clock stands still until somebody advances it."),
    Shapes.suspicion,
  ]

  static let subject = Shape.either([
    .object([.field("application", application, "The application.")]),
    .object([.field("webDomain", site, "The site.")]),
  ])

  static let shieldAction = Shape.choice(["primary", "secondary"])
  static let shieldResponse = Shape.choice(["none", "close", "defer"])

  static let shieldContent: [Field] = [
    .optional("title", .text, "The title; without it the service's own."),
    .optional("subtitle", .text, "The text below the title."),
    .optional("primaryButton", .text, "The label of the first button; without it \"OK\"."),
    .optional(
      "secondaryButton", .text, "The label of the second button; without it there is none."),
  ]

  static let refusal: [Field] = [
    .field("code", .text, "A word for programs, such as `noOpensLeft`."),
    .field("message", .text, "One sentence."),
  ]

  static let fault: [Field] = [
    .field("code", .text, "A word for programs."),
    .field("message", .text, "One sentence for people."),
    .field("since", .form(.instant), "When it was first met."),
    .field("count", .integer, "How often it was met."),
  ]

  static let extensionState: [Field] = [
    .field(
      "manifest",
      .object([
        .field("identifier", .text, "A reverse-domain name, unique on the machine."),
        .field(
          "extensionPoint",
          .choice(["device-activity-monitor", "shield-configuration", "shield-action"]),
          "What it takes."),
        .field("appGroup", .text, "The app group whose directory and stores it shares."),
        .field("executable", .text, "The absolute path of its program."),
      ]), "Its manifest."),
    .optional("pid", .integer, "The process that serves it now."),
    .field("startedByHand", .boolean, "Whether somebody started it by hand."),
    .field("deaths", .integer, "How often it died since the service started."),
    .field("waiting", .integer, "Callbacks that wait for it."),
  ]

  // MARK: Activities

  static let schedule: [Field] = [
    .field(
      "interval",
      .either([
        .object([
          .field("daily", .object(daily), "Every day, or on one day of the week.")
        ]),
        .object([.field("dated", .object(dated), "Once, between two readings with dates.")]),
      ]), "When the interval starts and ends."),
    .optional("warningSeconds", .integer, "Seconds before an edge at which a warning comes."),
    .optional("zone", .text, "The zone of the readings; without it the machine's."),
  ]

  private static let daily: [Field] = [
    .field("from", .form(.time), "When it starts."),
    .field("to", .form(.time), "When it ends; at or before the start is on the next day."),
    .optional("weekday", .integer, "The day of the week, 1 is Sunday; without it every day."),
    .field("repeats", .boolean, "Whether it comes again."),
  ]

  private static let dated: [Field] = [
    .field("fromDate", .form(.date), "The date on which it starts."),
    .field("fromTime", .form(.time), "When it starts."),
    .field("toDate", .form(.date), "The date on which it ends."),
    .field("toTime", .form(.time), "When it ends."),
  ]

  static let event: [Field] = [
    .field("selection", .object(selection), "Whose use counts; an empty one means all."),
    .field("thresholdSeconds", .integer, "Seconds of use within the interval at which it fires."),
    .field("includesPastActivity", .boolean, "Whether use before monitoring started counts."),
  ]

  // MARK: Stores

  static let storeSettings = storeFields { $0 }
  static let storeChanges = storeFields { .nullable($0) }

  private static func storeFields(_ shape: (Shape) -> Shape) -> [Field] {
    [
      .optional(
        "shieldedApplications", shape(.list(application)), "Applications under a shield."),
      .optional("shieldedCategories", shape(categoryPolicy), "Categories under a shield."),
      .optional("shieldedWebDomains", shape(.list(site)), "Sites under a shield."),
      .optional(
        "blockedApplications", shape(.list(application)), "Applications that may not be used."),
      .optional("denyAppRemoval", shape(.boolean), "Whether applications may not be removed."),
      .optional("webContentFilter", shape(webFilter), "The filter of web content."),
    ]
  }

  private static let categoryPolicy = Shape.either([
    .object([.field("none", .object([]), "No category.")]),
    .object([
      .field(
        "specific",
        .object([
          .field("categories", .list(category), "The categories."),
          .optional("except", .list(application), "The applications that they leave out."),
        ]), "The categories named.")
    ]),
    .object([
      .field(
        "all",
        .object([
          .optional("except", .list(application), "The applications that it leaves out.")
        ]), "Every application.")
    ]),
  ])

  private static let webFilter = Shape.either([
    .object([.field("none", .object([]), "No filter.")]),
    .object([
      .field(
        "auto",
        .object([
          .optional("domains", .list(site), "Sites besides the adult ones."),
          .optional("except", .list(site), "Sites that the filter leaves out."),
        ]), "Sites of the adult lists.")
    ]),
    .object([
      .field("specific", .object([.field("domains", .list(site), "The sites.")]), "These sites.")
    ]),
  ])
}
