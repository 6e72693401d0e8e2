import Simulation

/// What becomes of callbacks.
enum TraceWeather: Hashable, Sendable {
  case normal
  case drop
  case delay(Int)
  case duplicate
  case reverse

  /// Whether each callback comes in time.
  var isFair: Bool {
    switch self {
    case .normal, .duplicate, .reverse: true
    case .drop, .delay: false
    }
  }
}

/// A step of a trace: the verbs of a scenario, with instants and spans in seconds.
enum TraceStep: Hashable, Sendable {
  case at(Int)
  case advance(Int)
  case use(Set<String>, Int)
  case press(String, Int)
  case unblock(String)
  case enable(String)
  case disable(String)
  case delete(String)
  case edit(String, [TraceEdit])
  case addRule(String, TraceRule)
  case addList(String, TraceList)
  case editList(String, TraceList)
  case deleteList(String)
  case uninstallProtection(Bool)
  case clock(Int, synchronised: Bool)
  case zone(String)
  case sleep(Int)
  case reboot(Int)
  case app(isOpen: Bool)
  case callbacks(TraceWeather)
  case kill(String)
  case damage(String)

  /// The step as a scenario file has it, in the zone in force.
  func json(in zone: ReferenceZone) -> [String: JSONValue] {
    switch self {
    case .at(let instant): ["at": .text(zone.text(instant))]
    case .advance(let span): ["advance": .text(Self.span(span))]
    case .use(let apps, let span):
      ["use": .list(apps.sorted().map(JSONValue.text)), "for": .text(Self.span(span))]
    case .press(let app, 1): ["press": .text(app)]
    case .press(let app, let times): ["press": .text(app), "times": .number(Double(times))]
    case .unblock(let rule): ["unblock": .text(rule)]
    case .enable(let rule): ["enable": .text(rule)]
    case .disable(let rule): ["disable": .text(rule)]
    case .delete(let rule): ["delete": .text(rule)]
    case .edit(let rule, let edits):
      [
        "edit": .text(rule),
        "set": .object(Dictionary(edits.map(\.json)) { _, last in last }),
      ]
    case .addRule(let key, let rule): ["addRule": .text(key), "rule": rule.json]
    case .addList(let key, let list): ["addList": .text(key), "list": list.json]
    case .editList(let key, let list): ["editList": .text(key), "set": list.json]
    case .deleteList(let key): ["deleteList": .text(key)]
    case .uninstallProtection(let isOn): ["uninstallProtection": .boolean(isOn)]
    case .clock(let shift, let synchronised):
      [
        "clock": .text((shift < 0 ? "-" : "+") + Self.span(abs(shift))),
        "synchronised": .boolean(synchronised),
      ]
    case .zone(let zone): ["zone": .text(zone)]
    case .sleep(let span): ["sleep": .text(Self.span(span))]
    case .reboot(let span): ["reboot": .text(Self.span(span))]
    case .app(let isOpen): ["app": .text(isOpen ? "open" : "closed")]
    case .callbacks(let weather): ["callbacks": .text(Self.weather(weather))]
    case .kill(let process): ["kill": .text(process)]
    case .damage(let document): ["damage": .text(document)]
    }
  }

  /// The rule that the step needs, if it needs one.
  var rule: String? {
    switch self {
    case .unblock(let key), .enable(let key), .disable(let key), .delete(let key),
      .edit(let key, _):
      key
    default: nil
    }
  }

  /// The lists that the step needs.
  var lists: Set<String> {
    switch self {
    case .editList(let key, _), .deleteList(let key): [key]
    case .addRule(_, let rule): [rule.list]
    case .edit(_, let edits):
      Set(edits.compactMap { if case .list(let key) = $0 { key } else { nil } })
    default: []
    }
  }

  /// A span as scenarios write it.
  static func span(_ seconds: Int) -> String {
    var left = seconds
    var text = ""
    for (size, unit) in [(86_400, "d"), (3600, "h"), (60, "m"), (1, "s")] where left >= size {
      text += "\(left / size)\(unit)"
      left %= size
    }
    return text.isEmpty ? "0s" : text
  }

  private static func weather(_ weather: TraceWeather) -> String {
    switch weather {
    case .normal: "normal"
    case .drop: "drop"
    case .delay(let span): "delay \(Self.span(span))"
    case .duplicate: "duplicate"
    case .reverse: "reverse"
    }
  }
}
