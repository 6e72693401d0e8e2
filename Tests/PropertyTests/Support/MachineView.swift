import Bus
import CivilTime
import Foundation
import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel
import ScreenTimeProtocol
import Simulation

/// What can be seen of a machine after a step: what it answers, and what lies in its files.
struct MachineView {
  /// The platform's answer.
  let platform: PlatformStatus.Reply
  /// The app's answer.
  let status: StatusReport
  /// The rules by their names.
  let rules: [String: RuleReport]
  /// Every store that says anything, by its rule's name where it is a rule's.
  let stores: [String: StoreSettings]
  /// The ledger: minutes and opens by date and rule's name.
  let ledger: [String: [String: ReferenceMachine.Entry]]
  /// Since when activities are monitored, by name.
  let monitored: [String: Int]
  /// Whether uninstall protection is set; `nil` while its document is damaged.
  let protects: Bool?

  /// The store of uninstall protection.
  static let protection = "uninstall-protection"

  /// The applications that are shielded.
  var shielded: Set<String> { Set(platform.shieldedApplications.map(\.rawValue)) }

  /// Looks at a machine; what is monitored is looked up where it isn't known.
  init(
    of machine: InProcessMachine, platform: PlatformStatus.Reply, status: StatusReport,
    rules: [RuleReport], monitored known: [String: Int]?
  ) throws {
    self.platform = platform
    self.status = status
    self.rules = Dictionary(rules.map { ($0.name, $0) }) { first, _ in first }
    let names = Dictionary(rules.map { ($0.id.rawValue, $0.name) }) { first, _ in first }
    let service = try machine.platform()
    var stores: [String: StoreSettings] = [:]
    for store in try service.request(StoreList(), within: Self.limit).stores {
      let settings = try service.request(StoreRead(store: store), within: Self.limit).settings
      stores[Self.name(of: store, names)] = settings
    }
    self.stores = stores
    protects = try? machine.app().request(SettingsGet(), within: Self.limit).uninstallProtection
    let state = machine.stateDirectory
    let group = state + "/groups/group.dev.openapplock/"
    ledger = Self.ledger(Self.content(of: group + "usage.json"), names)
    monitored =
      known ?? Self.monitored(Self.content(of: state + "/platform/activities.json"), names)
  }

  private static let limit = Duration.seconds(60)

  /// A rule's store by the rule's name; one whose rule is gone keeps its own.
  private static func name(of store: String, _ names: [String: String]) -> String {
    guard store.hasPrefix("rule-") else { return store }
    return names[String(store.dropFirst("rule-".count))] ?? store
  }

  private static func content(of path: String) -> [String: Any]? {
    guard let data = FileManager.default.contents(atPath: path),
      let document = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return nil }  // Not there yet, or damaged: then it says nothing.
    return document["content"] as? [String: Any]
  }

  private static func ledger(
    _ content: [String: Any]?, _ names: [String: String]
  ) -> [String: [String: ReferenceMachine.Entry]] {
    let days = content?["days"] as? [String: [String: [String: Int]]] ?? [:]
    return days.mapValues { rules in
      rules.reduce(into: [:]) { entries, rule in
        guard let name = names[rule.key] else { return }
        entries[name] = ReferenceMachine.Entry(
          minutes: rule.value["minutes"] ?? 0, opens: rule.value["opens"] ?? 0)
      }
    }
  }

  private static func monitored(
    _ content: [String: Any]?, _ names: [String: String]
  ) -> [String: Int] {
    let groups = content?["groups"] as? [String: [String: [String: Any]]] ?? [:]
    return groups.values.flatMap { $0 }.reduce(into: [:]) { found, activity in
      guard let since = milliseconds(activity.value["since"]) else { return }
      for (id, name) in names where activity.key.hasSuffix(id) {
        found[activity.key.replacingOccurrences(of: id, with: name)] = since
      }
    }
  }

  private static func milliseconds(_ value: Any?) -> Int? {
    if let number = value as? Int { return number }
    guard let text = value as? String else { return nil }
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    let plain = ISO8601DateFormatter()
    let date = format.date(from: text) ?? plain.date(from: text)
    return date.map { Int(($0.timeIntervalSince1970 * 1000).rounded()) }
  }
}
