import Bus
import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel
import ScreenTimeProtocol

/// Plays a scenario on a machine and judges its expectations.
package final class ScenarioPlayer {
  /// How long one request may take; an advance over a year is one request.
  static let limit = Duration.seconds(120)

  /// How many somebodies press at once; more presses than that are shared among them.
  private static let mostClients = 16

  let machine: any SimulatedMachine
  private let scenario: Scenario
  private var zone: Zone
  private var names = ScenarioNames()
  private var outcome = Outcome.done
  private var isAppOpen = true
  private var weather = ScenarioWeather.normal
  private var reported: [String] = []
  private var result = ScenarioResult()

  /// What became of the last verb.
  enum Outcome: Hashable {
    case done
    case refused(String)
  }

  private init(_ scenario: Scenario, on machine: any SimulatedMachine) {
    self.scenario = scenario
    self.machine = machine
    zone = scenario.zone
  }

  /// Plays a scenario from its start to its last step.
  ///
  /// The machine is stopped in any case.
  ///
  /// - Throws: ``ScenarioError`` where the file can't be played, ``MachineError`` where the machine
  ///   fails.
  package static func play(
    _ scenario: Scenario, on machine: any SimulatedMachine
  ) throws -> ScenarioResult {
    defer { machine.stop() }
    let player = ScenarioPlayer(scenario, on: machine)
    try player.begin()
    for (index, step) in scenario.steps.enumerated() {
      try player.play(step, number: index + 1)
    }
    return player.result
  }

  // MARK: The start

  private func begin() throws {
    try machine.start(scenario)
    if scenario.uninstallProtection {
      try mustDo("uninstallProtection") { try set(uninstallProtection: true) }
    }
    for (key, fields) in scenario.lists.sorted(by: { $0.key < $1.key }) {
      try mustDo("lists.\(key)") { try addList(key, fields) }
    }
    for (key, fields) in scenario.rules.sorted(by: { $0.key < $1.key }) {
      try mustDo("rules.\(key)") { try addRule(key, fields) }
    }
    try settle()
    try record(step: 0, "start", try look())
  }

  private func mustDo(_ place: String, _ body: () throws -> Void) throws {
    do {
      try placing(place, body)
    } catch let error as BusError {
      throw ScenarioError(at: place, error.message)
    }
  }

  /// Gives an error that knows no place this one.
  private func placing<Result>(_ place: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as ScenarioError where error.place.isEmpty {
      throw ScenarioError(at: place, error.message)
    }
  }

  // MARK: A step

  private func play(_ step: ScenarioStep, number: Int) throws {
    if let verb = step.verb {
      outcome = .done
      do {
        try placing("steps[\(number - 1)]") { try perform(verb, step: number) }
      } catch let error as BusError {
        outcome = .refused(Self.code(of: error))
      }
      try settle()
    }
    let scene = try look()
    if step.verb != nil || step.note != nil {
      try record(step: number, words(for: step), scene)
    }
    var failed: [ScenarioResult.Failure] = []
    for expectation in step.expectations {
      let judged = try placing("steps[\(number - 1)].expect.\(expectation.key)") {
        try judge(expectation, scene)
      }
      if judged.expected != judged.actual {
        failed.append(
          ScenarioResult.Failure(
            key: expectation.key, expected: judged.expected, actual: judged.actual))
      }
    }
    result.steps.append(
      ScenarioResult.Step(number: number, time: local(scene.now), failed: failed))
  }

  /// The scenario format has one word for whatever doesn't fit; the app tells which misfit it is.
  private static func code(of error: BusError) -> String {
    error.code.rawValue == "usage" ? "invalid" : error.code.rawValue
  }

  private func record(step: Int, _ text: String, _ scene: Scene) throws {
    result.timeline.append(
      ScenarioResult.Event(
        step: step, time: local(scene.now), text: text,
        shielded: scene.platform.shieldedApplications.map(\.rawValue),
        blocking: blocking(scene)))
  }

  private func words(for step: ScenarioStep) -> String {
    var words = step.verb?.words ?? "note"
    if case .refused(let code) = outcome, step.verb != nil { words += " (refused: \(code))" }
    if let note = step.note { words += " — \(note)" }
    return words
  }

  private func local(_ instant: Instant) -> String {
    let reading = zone.reading(at: instant)
    return "\(reading.date)T\(reading.time)"
  }

  // MARK: Verbs

  private func perform(_ verb: ScenarioVerb, step: Int) throws {
    switch verb {
    case .at(let instant): try advance(to: instant, step: step)
    case .advance(let span): try pass(span)
    case .use(let apps, for: let span):
      try steer(UsageForeground(applications: apps))
      try pass(span)
      try steer(UsageForeground(applications: []))
    case .press(let app, let times): try press(app, times: times)
    case .unblock(let key): try tell(RuleUnblock(rule: try rule(key)))
    case .enable(let key): try tell(RuleEnable(rule: try rule(key)))
    case .disable(let key): try tell(RuleDisable(rule: try rule(key)))
    case .delete(let key): try tell(RuleRemove(rule: try rule(key)))
    case .edit(let key, let fields):
      try edit(try rule(key), try input(fields))
    case .addRule(let key, let fields): try addRule(key, fields)
    case .addList(let key, let fields): try addList(key, fields)
    case .editList(let key, let fields): try editList(key, fields)
    case .deleteList(let key): try tell(ListRemove(list: try list(key)))
    case .uninstallProtection(let isOn): try set(uninstallProtection: isOn)
    case .clock(let shift, let synchronised):
      try steer(ClockShift(seconds: shift.wholeSeconds, synchronised: synchronised))
    case .zone(let zone):
      self.zone = zone
      try steer(ClockZone(zone: zone.identifier))
    case .sleep(let span): try steer(ClockSleep(seconds: span.wholeSeconds))
    case .reboot(let pause):
      try machine.reboot(after: pause)
      try goOn()
    case .app(let isOpen):
      try tell(AppLoop(runs: isOpen))
      isAppOpen = isOpen
    case .callbacks(let weather):
      try steer(weather.message)
      self.weather = weather
    case .kill(let process):
      try machine.kill(process)
      try goOn()
    case .damage(let document): try machine.damage(document)
    }
  }

  /// What starts anew knows nothing of the story: an app that was closed stays closed, and callbacks go
  /// on as they did.
  private func goOn() throws {
    if weather != .normal { try steer(weather.message) }
    if !isAppOpen { try tell(AppLoop(runs: false)) }
  }

  private func advance(to instant: Instant, step: Int) throws {
    let now = try steer(ClockRead()).now
    guard instant >= now else {
      throw ScenarioError(
        at: "steps[\(step - 1)].at",
        "\(local(instant)) lies before \(local(now)), where the scenario stands; time has one direction"
      )
    }
    guard instant - now <= SpanReader.longestSpan else {
      throw ScenarioError(
        at: "steps[\(step - 1)].at",
        "\(local(instant)) lies more than ten years after \(local(now))")
    }
    try steer(ClockAdvance(to: instant))
  }

  private func pass(_ span: Duration) throws {
    try steer(ClockAdvance(to: try steer(ClockRead()).now + span))
  }

  /// Lets everything that is under way arrive.
  private func settle() throws {
    try pass(.zero)
  }

  /// Presses so often at once: all have been sent before any answer is looked at.
  ///
  /// It is refused where no press was granted.
  private func press(_ app: ApplicationToken, times: Int) throws {
    let press = AppPress(app: app, action: .secondaryButtonPressed)
    guard times > 1 else {
      try tell(press)
      return
    }
    let clients = try machine.appClients(min(times, Self.mostClients))
    defer { for client in clients { client.close() } }
    let started = try (0..<times).map { number in
      try clients[number % clients.count].start(press, within: Self.limit)
    }
    var refusals: [BusError] = []
    for press in started {
      do { _ = try press.answer() } catch { refusals.append(error) }
    }
    if refusals.count == times, let refusal = refusals.first { throw refusal }
  }

  private func addList(_ key: String, _ fields: ListFields) throws {
    let stored = try tell(
      ListAdd(input: ListInput(name: fields.name ?? key, adding: fields.selection)))
    names.lists[key] = stored.value.id.rawValue
  }

  private func editList(_ key: String, _ fields: ListFields) throws {
    let id = try list(key)
    let known = try tell(ListShow(list: id)).selection
    try tell(ListEdit(list: id, input: fields.input(changing: known)))
  }

  private func addRule(_ key: String, _ fields: RuleFields) throws {
    var input = try input(fields)
    input.name = fields.name ?? key
    let kind = fields.kind.flatMap(RuleKind.init(rawValue:))
    let stored = try tell(RuleAdd(kind: kind, input: input))
    names.rules[key] = stored.value.id.rawValue
  }

  /// Where nothing is given the rule is saved as it is.
  private func edit(_ rule: String, _ input: RuleInput) throws {
    var input = input
    if input == RuleInput() { input.name = try tell(RuleShow(rule: rule)).name }
    try tell(RuleEdit(rule: rule, input: input))
  }

  private func set(uninstallProtection: Bool) throws {
    try tell(SettingsSet(uninstallProtection: uninstallProtection))
  }

  private func input(_ fields: RuleFields) throws -> RuleInput {
    var input = RuleInput()
    input.name = fields.name
    input.isEnabled = fields.enabled
    input.hardMode = fields.hard
    input.days = fields.days
    input.from = fields.from
    input.to = fields.to
    input.mode = fields.mode.flatMap(SelectionMode.init(rawValue:))
    input.adultFilter = fields.adultFilter
    input.minutes = fields.minutes
    input.opens = fields.opens
    if let key = fields.list {
      input.list = try key.map { ListChoice.list(try list($0)) } ?? .noList
    }
    return input
  }

  // MARK: Names

  /// The rule that a name stands for; one whose addition was refused is as unknown to the app as to us.
  private func rule(_ key: String) throws(BusError) -> String {
    guard let id = names.rules[key] else {
      throw BusError(.notFound, "the rule \"\(key)\" was never added")
    }
    return id
  }

  private func list(_ key: String) throws(BusError) -> String {
    guard let id = names.lists[key] else {
      throw BusError(.notFound, "the list \"\(key)\" was never added")
    }
    return id
  }

  // MARK: Asking

  @discardableResult
  func tell<R: BusRequest>(_ request: R) throws -> R.Reply {
    try machine.app().request(request, within: Self.limit)
  }

  @discardableResult
  func steer<R: BusRequest>(_ request: R) throws -> R.Reply {
    try machine.platform().request(request, within: Self.limit)
  }

  private func look() throws -> Scene {
    let scene = Scene(
      now: try steer(ClockRead()).now, platform: try steer(PlatformStatus()),
      status: try tell(AppStatus()), rules: try tell(RuleList()).rules)
    for fault in scene.status.faults { reported += [fault.code, fault.message] }
    for fault in scene.platform.faults { reported += [fault.code, fault.message] }
    return scene
  }

  // MARK: Judging

  private func judge(
    _ expectation: Expectation, _ scene: Scene
  ) throws -> (expected: JSONValue, actual: JSONValue) {
    switch expectation {
    case .shielded(let apps):
      return (.apps(apps), .apps(apps.filter(scene.isShielded)))
    case .open(let apps):
      return (.apps(apps), .apps(apps.filter { !scene.isShielded($0) }))
    case .blocking(let keys): return (.names(keys), .names(blocking(scene)))
    case .gated(let keys):
      return (
        .names(keys), .names(scene.rules.filter(\.now.gated).map { names.key(ofRule: $0.id) })
      )
    case .status(let key, let text):
      return (.text(text), JSONValue(report(of: key, scene)?.status))
    case .usage(let key, let text):
      return (.text(text), JSONValue(report(of: key, scene)?.now.usage))
    case .remaining(let key, let text):
      return (.text(text), JSONValue(report(of: key, scene)?.now.remaining))
    case .minutes(let key, let count):
      let report = report(of: key, scene)
      return (.count(count), report.map { .count($0.now.usedMinutes ?? 0) } ?? .null)
    case .opens(let key, let count):
      let report = report(of: key, scene)
      return (.count(count), report.map { .count($0.now.usedOpens ?? 0) } ?? .null)
    case .shield(let app, let shield): return try judge(shield, of: app)
    case .refused(let code): return (.text(code), outcome.json)
    case .ok(let isOK): return (.boolean(isOK), .boolean(outcome == .done))
    case .session(let key, let time):
      let until = report(of: key, scene)?.now.sessionUntil
      return (JSONValue(time?.description), JSONValue(until.map { reading(at: $0, like: time) }))
    case .listsLocked(let value): return (.boolean(value), .boolean(scene.status.listsLocked))
    case .adultFilter(let value):
      return (.boolean(value), .boolean(scene.platform.filtersAdultContent))
    case .removalDenied(let value):
      return (.boolean(value), .boolean(scene.platform.deniesAppRemoval))
    case .clockSuspect(let value):
      return (.boolean(value), .boolean(scene.status.clock.suspect))
    case .site(let site, let value):
      let isBlocked = scene.platform.shieldedSites.contains { site.isOrIsBelow($0) }
      return (.boolean(value), .boolean(isBlocked))
    case .reported(let word):
      let isThere = reported.contains { $0.contains(word) }
      return (.text(word), isThere ? .text(word) : .names(reported))
    }
  }

  /// What the clock shows at an instant; where a scenario names no seconds it is the minute that counts.
  private func reading(at instant: Instant, like wanted: TimeOfDay?) -> String {
    let text = zone.reading(at: instant).time.description
    return String(text.prefix(wanted?.description.count ?? text.count))
  }

  private func blocking(_ scene: Scene) -> [String] {
    scene.status.blocking.map { names.key(ofRule: $0.rule) }.sorted()
  }

  /// What is there of a rule; `nil` for one that was never added, or deleted.
  private func report(of key: String, _ scene: Scene) -> RuleReport? {
    names.rules[key].flatMap { id in scene.rules.first { $0.id.rawValue == id } }
  }

  private func judge(
    _ shield: ShieldExpectation, of app: ApplicationToken
  ) throws -> (expected: JSONValue, actual: JSONValue) {
    let content = try steer(ShieldShow(subject: .application(app))).content
    var expected: [String: JSONValue] = [:]
    var actual: [String: JSONValue] = [:]
    if let title = shield.title {
      expected["title"] = .text(title)
      actual["title"] = JSONValue(content?.title)
    }
    if let subtitle = shield.subtitle {
      expected["subtitle"] = .text(subtitle)
      actual["subtitle"] = JSONValue(content?.subtitle)
    }
    if let button = shield.button {
      expected["button"] = JSONValue(button)
      actual["button"] = JSONValue(content?.secondaryButton)
    }
    return (.object(expected), .object(actual))
  }
}

/// What the scenario's names for rules and lists stand for.
private struct ScenarioNames {
  var rules: [String: String] = [:]
  var lists: [String: String] = [:]

  func key(ofRule id: RuleID) -> String {
    rules.first { $0.value == id.rawValue }?.key ?? id.rawValue
  }
}

/// Everything that was there at a moment.
private struct Scene {
  let now: Instant
  let platform: PlatformStatus.Reply
  let status: StatusReport
  let rules: [RuleReport]

  func isShielded(_ app: ApplicationToken) -> Bool {
    platform.shieldedApplications.contains(app)
  }
}

extension ScenarioPlayer.Outcome {
  fileprivate var json: JSONValue {
    switch self {
    case .done: .null
    case .refused(let code): .text(code)
    }
  }
}

extension JSONValue {
  fileprivate init(_ text: String?) {
    self = text.map(JSONValue.text) ?? .null
  }

  fileprivate static func apps(_ tokens: [ApplicationToken]) -> JSONValue {
    names(tokens.map(\.rawValue))
  }

  fileprivate static func names(_ names: [String]) -> JSONValue {
    .list(names.sorted().map(JSONValue.text))
  }

  fileprivate static func count(_ count: Int) -> JSONValue { .number(Double(count)) }
}

extension ListFields {
  /// The tokens given.
  fileprivate var selection: FamilyActivitySelection {
    FamilyActivitySelection(
      applicationTokens: Set(apps ?? []), categoryTokens: Set(categories ?? []),
      webDomainTokens: Set(sites ?? []))
  }

  /// What has to come and go for a list to hold what is given; what isn't given stays.
  fileprivate func input(changing known: FamilyActivitySelection) -> ListInput {
    var wanted = known
    if let apps { wanted.applicationTokens = Set(apps) }
    if let categories { wanted.categoryTokens = Set(categories) }
    if let sites { wanted.webDomainTokens = Set(sites) }
    return ListInput(name: name, adding: wanted.without(known), removing: known.without(wanted))
  }
}

extension FamilyActivitySelection {
  fileprivate func without(_ other: FamilyActivitySelection) -> FamilyActivitySelection {
    FamilyActivitySelection(
      applicationTokens: applicationTokens.subtracting(other.applicationTokens),
      categoryTokens: categoryTokens.subtracting(other.categoryTokens),
      webDomainTokens: webDomainTokens.subtracting(other.webDomainTokens))
  }
}

extension ScenarioWeather {
  /// The message that makes it so.
  fileprivate var message: CallbacksWeather {
    switch self {
    case .normal: CallbacksWeather(mode: .normal)
    case .drop: CallbacksWeather(mode: .drop)
    case .delay(let span): CallbacksWeather(mode: .delay, delaySeconds: span.wholeSeconds)
    case .duplicate: CallbacksWeather(mode: .duplicate)
    case .reverse: CallbacksWeather(mode: .reverse)
    }
  }
}

extension ListReport {
  fileprivate var selection: FamilyActivitySelection {
    FamilyActivitySelection(
      applicationTokens: Set(apps), categoryTokens: Set(categories), webDomainTokens: Set(sites))
  }
}
