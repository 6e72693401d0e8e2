import CivilTime
import ScreenTimeModel

extension ScenarioVerb {
  /// The verb as the timeline tells it.
  var words: String {
    switch self {
    case .at: "time goes on"
    case .advance(let span): "\(span.inWords) pass"
    case .use(let apps, for: let span):
      "\(apps.map(\.rawValue).joined(separator: " and ")) in front for \(span.inWords)"
    case .press(let app, let times):
      "\"Open\" pressed for \(app.rawValue)" + (times == 1 ? "" : " \(times) times")
    case .unblock(let rule): "\(rule) unblocked"
    case .enable(let rule): "\(rule) enabled"
    case .disable(let rule): "\(rule) disabled"
    case .delete(let rule): "\(rule) deleted"
    case .edit(let rule, _): "\(rule) edited"
    case .addRule(let rule, _): "\(rule) added"
    case .addList(let list, _): "list \(list) added"
    case .editList(let list, _): "list \(list) edited"
    case .deleteList(let list): "list \(list) deleted"
    case .uninstallProtection(let isOn): "uninstall protection \(isOn ? "on" : "off")"
    case .clock(let shift, let synchronised):
      "the wall clock is set \(shift < .zero ? "back" : "forward") by "
        + (shift < .zero ? .zero - shift : shift).inWords
        + (synchronised ? " by a time server" : "")
    case .zone(let zone): "the zone is \(zone.identifier)"
    case .sleep(let span): "asleep for \(span.inWords)"
    case .reboot(let span): "off for \(span.inWords), and started again"
    case .app(let isOpen): "the app is \(isOpen ? "opened" : "closed")"
    case .callbacks(let weather): "callbacks: \(weather.words)"
    case .kill(let process): "\(process.rawValue) is killed"
    case .damage(let document): "\(document.rawValue) is damaged"
    }
  }
}

extension ScenarioWeather {
  fileprivate var words: String {
    switch self {
    case .normal: "normal"
    case .drop: "lost"
    case .delay(let span): "\(span.inWords) late"
    case .duplicate: "twice"
    case .reverse: "in reverse"
    }
  }
}

extension Duration {
  /// The span as scenarios write it, `1h30m`.
  fileprivate var inWords: String {
    let units: [(Int64, String)] = [(86_400, "d"), (3600, "h"), (60, "m"), (1, "s")]
    var left = wholeSeconds
    var words = ""
    for (size, unit) in units where left >= size {
      words += "\(left / size)\(unit)"
      left %= size
    }
    return words.isEmpty ? "0s" : words
  }
}
