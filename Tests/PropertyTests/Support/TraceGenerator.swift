/// Makes random traces: odd rules, and everything that scenarios can have happen to them.
struct TraceGenerator {
  /// What may go wrong in a trace.
  enum Trouble: Sendable, CaseIterable {
    /// Nothing: people use apps and change rules.
    case none
    /// Callbacks that are late, lost, doubled or reversed, and an app that is closed.
    case callbacks
    /// Clocks that are set, journeys, sleep and reboots.
    case clocks
    /// Processes that are killed and documents that are damaged.
    case harm
    /// All of that.
    case everything
  }

  private var random: SeededGenerator
  private let trouble: Trouble
  private var clock: ReferenceClock
  private var trace: Trace
  private var rules: [String: TraceRule] = [:]
  private var hasClosedApp = false
  /// The lists that nobody has tried to delete.
  private var usable: [String] = []

  /// Makes the trace of a seed.
  static func trace(seed: UInt64, trouble: Trouble? = nil, length: Int = 20) -> Trace {
    var generator = TraceGenerator(seed: seed, trouble: trouble)
    return generator.make(length: length)
  }

  private init(seed: UInt64, trouble: Trouble?) {
    var random = SeededGenerator(seed: seed)
    self.trouble = trouble ?? random.pick(Trouble.allCases)
    let name = random.chance(40) ? "UTC" : random.pick(ReferenceZone.identifiers)
    guard let zone = ReferenceZone.all[name] else {
      preconditionFailure("\(name) is among the zones")
    }
    let start = Self.start(in: zone, &random)
    clock = ReferenceClock(start: start, zone: zone)
    trace = Trace(
      zone: name, start: start,
      apps: [
        "org.example.Chess": ["games"], "org.example.Mines": ["games"],
        "org.example.Chat": ["social"], "org.example.Editor": [],
      ],
      lists: [:], rules: [:], steps: [])
    self.random = random
  }

  /// Some minute of 2025, often shortly before the clock is changed.
  private static func start(in zone: ReferenceZone, _ random: inout SeededGenerator) -> Int {
    let changes = zone.changes(in: 2025)
    if !changes.isEmpty, random.chance(60) {
      return (random.pick(changes) / 60 - Int.random(in: 5...400, using: &random)) * 60
    }
    let minute = Int.random(in: 0..<360 * 1440, using: &random)
    return CivilDay.first(ofYear: 2025) * CivilDay.seconds + minute * 60
  }

  private mutating func make(length: Int) -> Trace {
    for key in ["one", "two", "three"].prefix(Int.random(in: 1...3, using: &random)) {
      trace.lists[key] = list()
      usable.append(key)
    }
    for number in 1...Int.random(in: 1...4, using: &random) {
      let rule = rule()
      trace.rules["r\(number)"] = rule
      rules["r\(number)"] = rule
    }
    trace.uninstallProtection = random.chance(30)
    if random.chance(8) { trace.limits = "ios" }
    // Whatever the trouble, half of the time there is nobody but the monitor.
    if random.chance(50) {
      hasClosedApp = true
      add(.app(isOpen: false))
    }
    while trace.steps.count < length { add(step()) }
    add(.callbacks(.normal))
    add(.app(isOpen: true))
    return trace
  }

  private mutating func add(_ step: TraceStep) {
    trace.steps.append(step)
    switch step {
    case .at(let instant): clock.pass(max(0, instant - clock.trusted))
    case .advance(let span), .sleep(let span), .use(_, let span): clock.pass(span)
    case .clock(let shift, let synchronised): clock.set(by: shift, synchronised: synchronised)
    case .zone(let name): clock.zone = ReferenceZone.all[name] ?? clock.zone
    case .reboot(let pause): clock.reboot(lasting: pause)
    case .addRule(let key, let rule): rules[key] = rule
    case .edit(let key, let edits):
      if var rule = rules[key] {
        for edit in edits { edit.apply(to: &rule) }
        rules[key] = rule
      }
    default: break
    }
  }

  // MARK: Rules and lists

  private static let readings = [
    0, 1, 30, 60, 90, 120, 150, 180, 389, 390, 540, 719, 720, 1020, 1290, 1320, 1380, 1410, 1425,
    1439,
  ]

  private mutating func reading() -> Int {
    if random.chance(70) { return random.pick(Self.readings) * 60 }
    let minute = Int.random(in: 0..<1440, using: &random)
    return minute * 60 + (random.chance(5) ? Int.random(in: 1..<60, using: &random) : 0)
  }

  /// A reading that comes soon, as the clock shows it.
  private mutating func readingSoon() -> Int {
    let local = clock.trusted + clock.zone.offset(clock.trusted)
    let soon = local / 60 * 60 + Int.random(in: -120...240, using: &random) * 60
    return (soon % CivilDay.seconds + CivilDay.seconds) % CivilDay.seconds
  }

  private mutating func someReading() -> Int { random.chance(50) ? readingSoon() : reading() }

  private mutating func days() -> Set<Int> {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<6: return Set(0..<7)
    case 6: return [0, 1, 2, 3, 4]
    case 7: return [5, 6]
    case 8: return [CivilDay.weekday(clock.day)]
    default: return Set((0..<7).filter { _ in random.chance(40) })
    }
  }

  private mutating func rule() -> TraceRule {
    var rule = TraceRule(
      kind: random.pick([.schedule, .schedule, .timeLimit, .openLimit]), days: days(),
      list: random.pick(usable))
    rule.from = someReading()
    rule.to = random.chance(8) ? rule.from : someReading()
    rule.allowsOnly = rule.kind == .schedule && random.chance(15)
    rule.filtersAdults = rule.kind == .schedule && random.chance(15)
    rule.minutes = budget()
    rule.opens = Int.random(in: 1...3, using: &random)
    rule.hard = random.chance(35)
    rule.enabled = random.chance(92)
    return rule
  }

  private mutating func budget() -> Int {
    random.pick(weighted: [
      (150, Int.random(in: 1...12, using: &random)), (30, Int.random(in: 13...60, using: &random)),
      (1, 1440),
    ])
  }

  private mutating func list() -> TraceList {
    var list = TraceList()
    list.apps = Set(trace.apps.keys.sorted().filter { _ in random.chance(40) })
    if random.chance(15) { list.categories = [random.pick(["games", "social"])] }
    if random.chance(15) { list.sites = ["chess.test"] }
    if list.isEmpty, random.chance(80) { list.apps = [app()] }
    return list
  }

  private mutating func app() -> String { random.pick(trace.apps.keys.sorted()) }

  // MARK: Steps

  private mutating func step() -> TraceStep {
    var kinds: [(weight: Int, value: Kind)] = [
      (22, .time), (16, .use), (12, .press), (6, .unblock), (14, .rule), (5, .list), (2, .setting),
    ]
    switch trouble {
    case .none: break
    case .callbacks: kinds += [(10, .weather), (8, .app)]
    case .clocks: kinds += [(10, .clock), (8, .zone), (6, .sleep), (5, .reboot), (4, .app)]
    case .harm: kinds += [(10, .kill), (10, .damage), (3, .app), (3, .weather)]
    case .everything:
      kinds += [
        (5, .clock), (4, .zone), (3, .sleep), (3, .reboot), (6, .weather), (6, .app), (5, .kill),
        (5, .damage),
      ]
    }
    return step(random.pick(weighted: kinds))
  }

  private enum Kind {
    case time
    case use
    case press
    case unblock
    case rule
    case list
    case setting
    case weather
    case app
    case clock
    case zone
    case sleep
    case reboot
    case kill
    case damage
  }

  private mutating func step(_ kind: Kind) -> TraceStep {
    switch kind {
    case .time: return time()
    case .use:
      var apps: Set<String> = [app()]
      if random.chance(25) { apps.insert(app()) }
      return .use(apps, span(upTo: 45))
    case .press: return .press(app(), random.chance(15) ? 3 : 1)
    case .unblock: return .unblock(someRule())
    case .rule: return change()
    case .list: return changeOfList()
    case .setting: return .uninstallProtection(random.chance(50))
    case .weather:
      return .callbacks(
        random.pick([
          .normal, .normal, .drop, .drop, .delay(random.pick([1, 60, 600, 7200])), .duplicate,
          .reverse,
        ]))
    case .app:
      hasClosedApp.toggle()
      return .app(isOpen: !hasClosedApp)
    case .clock:
      let span = random.pick([1, 4, 6, 30, 60, 180, 720, 1440, 4320]) * 60
      return .clock(random.chance(50) ? span : -span, synchronised: random.chance(25))
    case .zone: return .zone(random.pick(ReferenceZone.identifiers))
    case .sleep: return .sleep(span(upTo: 300))
    case .reboot: return .reboot(span(upTo: 600))
    case .kill:
      let process = random.pick(["monitor", "shieldConfig", "shieldAction", "app", "platform"])
      if process == "app" { hasClosedApp = false }
      return .kill(process)
    case .damage:
      return .damage(
        random.pick(["snapshots", "usage", "openSessions", "shieldStores", "settings"]))
    }
  }

  private mutating func span(upTo minutes: Int) -> Int {
    random.pick(weighted: [
      (2, Int.random(in: 1...90, using: &random)),
      (5, Int.random(in: 1...min(20, minutes), using: &random) * 60),
      (3, Int.random(in: 1...minutes, using: &random) * 60),
    ])
  }

  /// Time goes on: by a span, or to an edge of a rule, or next to it.
  private mutating func time() -> TraceStep {
    guard random.chance(60) else {
      return .advance(
        random.chance(4) ? Int.random(in: 6...26, using: &random) * 3600 : span(upTo: 90))
    }
    let reach = (random.chance(4) ? 40 : 5) * 3600
    let edges = rules.values.flatMap { rule in
      ReferenceRule(fields: rule).edges(after: clock.trusted, in: clock.zone)
    }.filter { $0 - clock.trusted < reach }.sorted()
    guard !edges.isEmpty else { return .advance(span(upTo: 120)) }
    let edge = edges[min(edges.count - 1, Int.random(in: 0..<3, using: &random))]
    let off = random.pick(weighted: [(6, 0), (1, -1), (1, 1), (1, -30), (1, 30), (1, -60)])
    return .at(max(clock.trusted, edge + off))
  }

  private mutating func someRule() -> String { random.pick(rules.keys.sorted()) }

  private mutating func change() -> TraceStep {
    let key = someRule()
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<3: return .disable(key)
    case 3..<6: return .enable(key)
    case 6..<7: return .delete(key)
    case 7..<9: return .addRule("r\(rules.count + 1)", rule())
    default: return .edit(key, edits(of: key))
    }
  }

  private mutating func edits(of key: String) -> [TraceEdit] {
    guard let rule = rules[key] else { return [.hard(false)] }
    var choices: [TraceEdit] = [
      .hard(random.chance(50)), .days(days()), .list(random.pick(usable)),
      .hard(rule.hard), .days(rule.days), .enabled(random.chance(70)),
    ]
    switch rule.kind {
    case .schedule:
      choices += [
        .from(someReading()), .to(someReading()), .to(readingSoon()), .from(readingSoon()),
        .allowsOnly(random.chance(30)), .filtersAdults(random.chance(50)), .to(rule.to),
      ]
    case .timeLimit: choices += [.minutes(budget()), .minutes(budget()), .minutes(rule.minutes)]
    case .openLimit:
      choices += [
        .opens(Int.random(in: 1...4, using: &random)), .opens(rule.opens),
        .opens(Int.random(in: 1...4, using: &random)),
      ]
    }
    return [random.pick(choices)]
  }

  private mutating func changeOfList() -> TraceStep {
    let key = random.pick(trace.lists.keys.sorted())
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where usable.count > 1:
      usable.removeAll { $0 == key }
      return .deleteList(key)
    case 0, 1:
      let count = trace.steps.count { if case .addList = $0 { true } else { false } }
      return .addList("more\(count)", list())
    default: return .editList(key, list())
    }
  }
}
