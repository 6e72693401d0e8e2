import Foundation
import Simulation

/// A random story: everything that a scenario file says, as values that can be made smaller.
struct Trace: Hashable, Sendable {
  /// The device's zone at the start.
  var zone: String
  /// When it starts, in seconds since 1970.
  var start: Int
  /// The applications, with their categories.
  var apps: [String: Set<String>]
  /// The lists.
  var lists: [String: TraceList]
  /// The rules.
  var rules: [String: TraceRule]
  /// Which limits of the platform are in force.
  var limits = "linux"
  /// Whether uninstall protection is on.
  var uninstallProtection = false
  /// What happens.
  var steps: [TraceStep]

  /// Reads itself as the product reads a file of it.
  ///
  /// - Throws: what the reader says; a trace that is no scenario is a mistake of whoever made it.
  func scenario() throws(ScenarioError) -> Scenario {
    try ScenarioReader.read(Data(text(about: "a random trace", failing: nil).utf8))
  }

  /// The trace as a scenario file, one line for each list, rule and step.
  ///
  /// The last step says what was expected there, where something wasn't.
  func text(about: String, failing finding: Finding?) -> String {
    var zone = self.zone
    var lines: [String] = []
    for (index, step) in steps.enumerated() {
      guard let reference = ReferenceZone.all[zone] else { continue }
      var fields = step.json(in: reference)
      if case .zone(let next) = step { zone = next }
      if let finding, index == steps.count - 1 { finding.write(into: &fields) }
      lines.append("    \(JSONValue.object(fields))")
    }
    let steps = lines.joined(separator: ",\n")
    return """
      {
        "about": \(JSONValue.text(about)),
        "zone": "\(self.zone)",
        "start": "\(ReferenceZone.all[self.zone]?.text(start) ?? "")",
        "limits": "\(limits)",
        "uninstallProtection": \(uninstallProtection),
        "apps": \(JSONValue.object(apps.mapValues(Self.json))),
        "lists": {\(Self.lines(lists.mapValues(\.json)))},
        "rules": {\(Self.lines(rules.mapValues(\.json)))},
        "steps": [
      \(steps)
        ]
      }

      """
  }

  private static func json(_ categories: Set<String>) -> JSONValue {
    .object(["categories": .list(categories.sorted().map(JSONValue.text))])
  }

  private static func lines(_ entries: [String: JSONValue]) -> String {
    entries.sorted { $0.key < $1.key }
      .map { "\n    \"\($0.key)\": \($0.value)" }.joined(separator: ",")
  }
}
