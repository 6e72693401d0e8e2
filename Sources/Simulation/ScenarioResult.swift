/// What came out of a scenario.
package struct ScenarioResult: Sendable {
  /// An expectation that did not hold.
  package struct Failure: Hashable, Sendable {
    /// Its key, such as `status.focus`.
    package let key: String
    /// What the file says.
    package let expected: JSONValue
    /// What was.
    package let actual: JSONValue
  }

  /// A step, and what did not hold after it.
  package struct Step: Sendable {
    /// Its number in the file, from 1.
    package let number: Int
    /// When it ended, as the wall clock of the zone in force shows it.
    package let time: String
    /// What did not hold.
    package let failed: [Failure]
  }

  /// A line of the timeline.
  package struct Event: Hashable, Sendable {
    /// The number of the step, 0 for the start.
    package let step: Int
    /// When, as the wall clock of the zone in force shows it.
    package let time: String
    /// What happened, in words.
    package let text: String
    /// The apps that are shielded then.
    package let shielded: [String]
    /// The rules that block then.
    package let blocking: [String]
  }

  /// The steps in order.
  package var steps: [Step] = []
  /// What happened, in order.
  package var timeline: [Event] = []

  /// Whether every expectation held.
  package var isOK: Bool { steps.allSatisfy(\.failed.isEmpty) }
}

extension ScenarioResult {
  /// The result as one JSON object.
  package func json(file: String) -> JSONValue {
    .object([
      "file": .text(file), "ok": .boolean(isOK), "steps": .list(steps.map(\.json)),
      "timeline": .list(timeline.map(\.json)),
    ])
  }

  /// What did not hold, a line each.
  package func complaints(file: String) -> [String] {
    steps.flatMap { step in
      step.failed.map { failure in
        "\(file):step \(step.number) (\(step.time)): \(failure.key): expected "
          + "\(failure.expected), was \(failure.actual)"
      }
    }
  }

  /// The timeline, a line each.
  package var story: [String] {
    timeline.map { event in
      var line = "\(event.time)  \(event.text)"
      line +=
        "  shielded: " + (event.shielded.isEmpty ? "-" : event.shielded.joined(separator: " "))
      if !event.blocking.isEmpty {
        line += "  blocking: " + event.blocking.joined(separator: " ")
      }
      return line
    }
  }
}

extension ScenarioResult.Step {
  fileprivate var json: JSONValue {
    .object([
      "step": .number(Double(number)), "time": .text(time),
      "failed": .list(
        failed.map { failure in
          .object([
            "key": .text(failure.key), "expected": failure.expected, "actual": failure.actual,
          ])
        }),
    ])
  }
}

extension ScenarioResult.Event {
  fileprivate var json: JSONValue {
    .object([
      "step": .number(Double(step)), "time": .text(time), "event": .text(text),
      "shielded": .list(shielded.map(JSONValue.text)),
      "blocking": .list(blocking.map(JSONValue.text)),
    ])
  }
}
