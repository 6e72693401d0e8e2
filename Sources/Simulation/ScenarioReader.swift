import CivilTime
import CompactJSON
package import FoundationEssentials
import ScreenTimeModel

/// Reads scenario files.
///
/// Whatever it doesn't know is an error that names it, never ignored.
package struct ScenarioReader {
  /// The applications that the file has named so far.
  private var apps: [ApplicationToken: Set<ActivityCategoryToken>] = [:]
  /// The zone in force at the step that is read.
  private var zone = Zone.utc
  /// The names that the file has given to rules so far.
  private var rules: Set<String> = []
  /// The names that the file has given to lists so far.
  private var lists: Set<String> = []

  private init() {}

  /// Reads a file's content.
  ///
  /// - Throws: ``ScenarioError`` with the place of the first thing that is wrong.
  package static func read(_ data: Data) throws(ScenarioError) -> Scenario {
    let value: JSONValue
    let text = withoutMark(data)
    do {
      value = try CompactJSON.decode(JSONValue.self, from: text)
    } catch {
      throw ScenarioError(at: "", "not JSON: \(reason(error, in: text))")
    }
    var reader = ScenarioReader()
    return try reader.scenario(ScenarioNode(value, at: ""))
  }

  private static func reason(_ error: any Error, in text: [UInt8]) -> String {
    guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
    guard let place = context.underlyingError as? JSONTextPlace else {
      return context.debugDescription
    }
    return "\(context.debugDescription), \(words(for: place, in: text))"
  }

  /// The place as an editor shows it, and what stands there.
  private static func words(for place: JSONTextPlace, in text: [UInt8]) -> String {
    let lineFeed = UInt8(ascii: "\n")
    let before = text.prefix(place.byte)
    let line = before.count { $0 == lineFeed } + 1
    let start = before.lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
    let column = String(decoding: before[start...], as: UTF8.self).count + 1
    let rest = text.dropFirst(place.byte).prefix { $0 != lineFeed }
    let shown = String(String(decoding: rest, as: UTF8.self).prefix(24))
    return "line \(line), column \(column): \(shown)"
  }

  /// The text without the mark that some editors put before it.
  private static func withoutMark(_ data: Data) -> [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return Array(data.starts(with: mark) ? data.dropFirst(mark.count) : data)
  }

  private mutating func scenario(_ node: ScenarioNode) throws(ScenarioError) -> Scenario {
    let keys = try node.object([
      "about", "zone", "start", "apps", "lists", "rules", "limits", "uninstallProtection", "steps",
    ])
    if let named = keys["zone"] { zone = try named.parsed(Zone.init(identifier:)) }
    let firstZone = zone
    guard let startNode = keys["start"] else {
      throw node.failure("\"start\" is missing: the local time at which it starts")
    }
    let start = try startNode.parsed(zone.instant(parsing:))
    try readApps(keys["apps"])
    let lists = try named(keys["lists"]) { reader, node throws(ScenarioError) in
      try reader.listFields(node)
    }
    self.lists = Set(lists.keys)
    let rules = try named(keys["rules"]) { reader, node throws(ScenarioError) in
      try reader.newRule(node)
    }
    self.rules = Set(rules.keys)
    let limits = try keys["limits"]?.text() ?? "linux"
    guard ["linux", "ios"].contains(limits) else {
      throw node.failure("limits: expected \"linux\" or \"ios\", found \"\(limits)\"")
    }
    guard let stepsNode = keys["steps"] else { throw node.failure("\"steps\" is missing") }
    var steps: [ScenarioStep] = []
    for step in try stepsNode.list() { steps.append(try readStep(step)) }
    return Scenario(
      about: try keys["about"]?.text() ?? "", zone: firstZone, start: start, apps: apps,
      lists: lists, rules: rules, limits: limits,
      uninstallProtection: try keys["uninstallProtection"]?.boolean() ?? false, steps: steps)
  }

  private mutating func named<Fields>(
    _ node: ScenarioNode?,
    _ read: (inout ScenarioReader, ScenarioNode) throws(ScenarioError) -> Fields
  ) throws(ScenarioError) -> [String: Fields] {
    var result: [String: Fields] = [:]
    for (key, entry) in try node?.entries() ?? [] { result[key] = try read(&self, entry) }
    return result
  }

  // MARK: Apps, lists and rules

  private mutating func readApps(_ node: ScenarioNode?) throws(ScenarioError) {
    for (key, entry) in try node?.entries() ?? [] {
      let token = try app(ScenarioNode(.text(key), at: entry.place))
      let fields = try entry.object(["category", "categories"])
      if let category = fields["category"] {
        apps[token, default: []].insert(try category.parsed(ActivityCategoryToken.init(parsing:)))
      }
      for category in try fields["categories"]?.list() ?? [] {
        apps[token, default: []].insert(try category.parsed(ActivityCategoryToken.init(parsing:)))
      }
    }
  }

  private mutating func app(_ node: ScenarioNode) throws(ScenarioError) -> ApplicationToken {
    let token = try node.parsed(ApplicationToken.init(parsing:))
    apps[token, default: []].formUnion([])
    return token
  }

  private mutating func apps(_ node: ScenarioNode) throws(ScenarioError) -> [ApplicationToken] {
    var result: [ApplicationToken] = []
    for entry in try node.list() { result.append(try app(entry)) }
    return result
  }

  private mutating func listFields(_ node: ScenarioNode) throws(ScenarioError) -> ListFields {
    let keys = try node.object(["apps", "categories", "sites", "name"])
    var fields = ListFields()
    if let named = keys["apps"] { fields.apps = try apps(named) }
    if let named = keys["categories"] {
      fields.categories = []
      for entry in try named.list() {
        fields.categories?.append(try entry.parsed(ActivityCategoryToken.init(parsing:)))
      }
    }
    if let named = keys["sites"] {
      fields.sites = []
      for entry in try named.list() {
        fields.sites?.append(try entry.parsed(WebDomainToken.init(parsing:)))
      }
    }
    fields.name = try keys["name"]?.text()
    return fields
  }

  private func newRule(_ node: ScenarioNode) throws(ScenarioError) -> RuleFields {
    let fields = try ruleFields(node)
    guard fields.kind != nil else {
      throw node.failure("\"kind\" is missing: schedule, timeLimit or openLimit")
    }
    return fields
  }

  private func editedRule(_ node: ScenarioNode) throws(ScenarioError) -> RuleFields {
    let fields = try ruleFields(node)
    guard fields.kind == nil else {
      throw node.failure("a rule keeps its \"kind\": delete it and add another one")
    }
    return fields
  }

  private func ruleFields(_ node: ScenarioNode) throws(ScenarioError) -> RuleFields {
    let keys = try node.object([
      "kind", "from", "to", "days", "list", "mode", "adultFilter", "minutes", "opens", "hard",
      "enabled", "name",
    ])
    var fields = RuleFields()
    fields.kind = try keys["kind"]?.one(of: ["schedule", "timeLimit", "openLimit"])
    fields.from = try keys["from"]?.parsed(TimeOfDay.init(parsing:))
    fields.to = try keys["to"]?.parsed(TimeOfDay.init(parsing:))
    fields.mode = try keys["mode"]?.one(of: ["block", "allowOnly"])
    fields.adultFilter = try keys["adultFilter"]?.boolean()
    fields.minutes = try keys["minutes"]?.whole(in: -1_000_000...1_000_000)
    fields.opens = try keys["opens"]?.whole(in: -1_000_000...1_000_000)
    fields.days = try keys["days"].map { node throws(ScenarioError) in try days(node) }
    if let list = keys["list"] {
      fields.list = .some(list.value == .null ? nil : try list.name(among: lists, "list"))
    }
    fields.hard = try keys["hard"]?.boolean()
    fields.enabled = try keys["enabled"]?.boolean()
    fields.name = try keys["name"]?.text()
    return fields
  }

  private func days(_ node: ScenarioNode) throws(ScenarioError) -> WeekdaySet {
    if case .text = node.value { return try node.parsed(WeekdaySet.init(parsing:)) }
    let names = try node.texts()
    guard !names.isEmpty else { return [] }
    return try ScenarioNode(.text(names.joined(separator: ",")), at: node.place)
      .parsed(WeekdaySet.init(parsing:))
  }

  // MARK: Steps

  private mutating func readStep(_ node: ScenarioNode) throws(ScenarioError) -> ScenarioStep {
    let companions: Set = ["expect", "note", "for", "times", "set", "rule", "list", "synchronised"]
    let keys = try node.object(Self.verbs.union(companions))
    let verbs = keys.keys.filter(Self.verbs.contains).sorted()
    guard verbs.count <= 1 else {
      throw node.failure("a step has one verb, this one has \(verbs.joined(separator: " and "))")
    }
    var used: Set = ["expect", "note"]
    var verb: ScenarioVerb?
    if let name = verbs.first, let operand = keys[name] {
      used.insert(name)
      if let companion = Self.companion[name] { used.insert(companion) }
      verb = try readVerb(name, operand, keys, node)
    }
    if let stray = keys.keys.filter({ !used.contains($0) }).sorted().first {
      throw node.failure(
        "\"\(stray)\" belongs to another verb than "
          + (verbs.first.map { "\"\($0)\"" } ?? "none, which this step has"))
    }
    return ScenarioStep(
      verb: verb, expectations: try expectations(keys["expect"]), note: try keys["note"]?.text())
  }

  private static let verbs: Set<String> = [
    "at", "advance", "use", "press", "unblock", "enable", "disable", "delete", "edit", "addRule",
    "addList", "editList", "deleteList", "uninstallProtection", "clock", "zone", "sleep", "reboot",
    "app", "callbacks", "kill", "damage",
  ]

  /// The second key that a verb may have.
  private static let companion: [String: String] = [
    "use": "for", "press": "times", "edit": "set", "addRule": "rule", "addList": "list",
    "editList": "set", "clock": "synchronised",
  ]

  private mutating func readVerb(
    _ name: String, _ operand: ScenarioNode, _ keys: [String: ScenarioNode], _ step: ScenarioNode
  ) throws(ScenarioError) -> ScenarioVerb {
    func companion() throws(ScenarioError) -> ScenarioNode {
      guard let key = Self.companion[name], let node = keys[key] else {
        throw step.failure("\"\(name)\" needs \"\(Self.companion[name] ?? "")\" beside it")
      }
      return node
    }
    switch name {
    case "at": return .at(try operand.parsed(zone.instant(parsing:)))
    case "advance": return .advance(try operand.parsed(SpanReader.duration))
    case "use":
      let used: [ApplicationToken]
      if case .list = operand.value { used = try apps(operand) } else { used = [try app(operand)] }
      return .use(used, for: try companion().parsed(SpanReader.duration))
    case "press":
      return .press(try app(operand), times: try keys["times"]?.whole(in: 1...1000) ?? 1)
    case "unblock": return .unblock(try rule(operand))
    case "enable": return .enable(try rule(operand))
    case "disable": return .disable(try rule(operand))
    case "delete": return .delete(try rule(operand))
    case "edit": return .edit(try rule(operand), try editedRule(try companion()))
    case "addRule":
      let fields = try newRule(try companion())
      rules.insert(try operand.text())
      return .addRule(try operand.text(), fields)
    case "addList":
      lists.insert(try operand.text())
      return .addList(try operand.text(), try listFields(try companion()))
    case "editList":
      return .editList(try list(operand), try listFields(try companion()))
    case "deleteList": return .deleteList(try list(operand))
    case "uninstallProtection": return .uninstallProtection(try operand.boolean())
    case "clock":
      return .clock(
        try operand.parsed(SpanReader.shift),
        synchronised: try keys["synchronised"]?.boolean() ?? false)
    case "zone":
      zone = try operand.parsed(Zone.init(identifier:))
      return .zone(zone)
    case "sleep": return .sleep(try operand.parsed(SpanReader.duration))
    case "reboot": return .reboot(try operand.parsed(SpanReader.duration))
    case "app": return .app(isOpen: try operand.one(of: ["open", "closed"]) == "open")
    case "callbacks": return .callbacks(try operand.parsed(SpanReader.weather))
    case "kill":
      return .kill(try operand.parsed { text throws(ScenarioError) in try Self.named(text) })
    case "damage":
      return .damage(try operand.parsed { text throws(ScenarioError) in try Self.named(text) })
    default: preconditionFailure("the verb \(name) is known but not read")
    }
  }

  private func rule(_ node: ScenarioNode) throws(ScenarioError) -> String {
    try node.name(among: rules, "rule")
  }

  private func list(_ node: ScenarioNode) throws(ScenarioError) -> String {
    try node.name(among: lists, "list")
  }

  private static func named<Name: RawRepresentable<String> & CaseIterable>(
    _ text: String
  ) throws(ScenarioError) -> Name {
    guard let name = Name(rawValue: text) else {
      let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw ScenarioError(at: "", "\"\(text)\" is none of \(known)")
    }
    return name
  }

  // MARK: Expectations

  private mutating func expectations(
    _ node: ScenarioNode?
  ) throws(ScenarioError) -> [Expectation] {
    guard let node else { return [] }
    let known: Set = [
      "shielded", "open", "blocking", "gated", "status", "usage", "remaining", "minutes", "opens",
      "shield", "refused", "ok", "session", "listsLocked", "adultFilter", "removalDenied",
      "clockSuspect", "sites", "reported",
    ]
    var result: [Expectation] = []
    for (key, value) in try node.object(known).sorted(by: { $0.key < $1.key }) {
      result += try expectation(key, value)
    }
    return result
  }

  private mutating func expectation(
    _ key: String, _ node: ScenarioNode
  ) throws(ScenarioError) -> [Expectation] {
    switch key {
    case "shielded": return [.shielded(try apps(node))]
    case "open": return [.open(try apps(node))]
    case "blocking": return [.blocking(try ruleNames(node))]
    case "gated": return [.gated(try ruleNames(node))]
    case "status":
      return try eachRule(node) { rule, value throws(ScenarioError) in
        .status(rule: rule, try value.text())
      }
    case "usage":
      return try eachRule(node) { rule, value throws(ScenarioError) in
        .usage(rule: rule, try value.text())
      }
    case "remaining":
      return try eachRule(node) { rule, value throws(ScenarioError) in
        .remaining(rule: rule, try value.text())
      }
    case "minutes":
      return try eachRule(node) { rule, value throws(ScenarioError) in
        .minutes(rule: rule, try value.whole(in: 0...100_000))
      }
    case "opens":
      return try eachRule(node) { rule, value throws(ScenarioError) in
        .opens(rule: rule, try value.whole(in: 0...100_000))
      }
    case "shield": return [try shield(node)]
    case "refused": return [.refused(try node.text())]
    case "ok": return [.ok(try node.boolean())]
    case "session":
      return try eachRule(node) { rule, value throws(ScenarioError) in
        .session(
          rule: rule,
          value.value == .null ? nil : try value.parsed(TimeOfDay.init(parsing:)))
      }
    case "listsLocked": return [.listsLocked(try node.boolean())]
    case "adultFilter": return [.adultFilter(try node.boolean())]
    case "removalDenied": return [.removalDenied(try node.boolean())]
    case "clockSuspect": return [.clockSuspect(try node.boolean())]
    case "sites":
      return try each(node) { site, value throws(ScenarioError) in
        .site(
          try ScenarioNode(.text(site), at: value.place).parsed(WebDomainToken.init(parsing:)),
          try value.boolean())
      }
    case "reported": return [.reported(try node.text())]
    default: preconditionFailure("the expectation \(key) is known but not read")
    }
  }

  private func ruleNames(_ node: ScenarioNode) throws(ScenarioError) -> [String] {
    var names: [String] = []
    for entry in try node.list() { names.append(try rule(entry)) }
    return names
  }

  private func eachRule(
    _ node: ScenarioNode,
    _ read: (String, ScenarioNode) throws(ScenarioError) -> Expectation
  ) throws(ScenarioError) -> [Expectation] {
    try each(node) { key, value throws(ScenarioError) in
      try read(try rule(ScenarioNode(.text(key), at: value.place)), value)
    }
  }

  private func each(
    _ node: ScenarioNode,
    _ read: (String, ScenarioNode) throws(ScenarioError) -> Expectation
  ) throws(ScenarioError) -> [Expectation] {
    var result: [Expectation] = []
    for (key, value) in try node.entries() { result.append(try read(key, value)) }
    return result
  }

  private mutating func shield(_ node: ScenarioNode) throws(ScenarioError) -> Expectation {
    let keys = try node.object(["app", "title", "subtitle", "button"])
    guard let subject = keys["app"] else { throw node.failure("\"app\" is missing") }
    var shield = ShieldExpectation()
    shield.title = try keys["title"]?.text()
    shield.subtitle = try keys["subtitle"]?.text()
    if let button = keys["button"] {
      shield.button = .some(button.value == .null ? nil : try button.text())
    }
    return .shield(try app(subject), shield)
  }
}

extension ScenarioNode {
  /// A name that the file has given before.
  fileprivate func name(
    among known: Set<String>, _ kind: String
  ) throws(ScenarioError) -> String {
    let name = try text()
    guard known.contains(name) else {
      let names = known.isEmpty ? "none" : known.sorted().joined(separator: ", ")
      throw failure("there is no \(kind) \"\(name)\" here; known at this point: \(names)")
    }
    return name
  }

  /// A text that is one of a few.
  fileprivate func one(of known: [String]) throws(ScenarioError) -> String {
    let text = try text()
    guard known.contains(text) else {
      throw failure("\"\(text)\" is none of \(known.joined(separator: ", "))")
    }
    return text
  }
}
