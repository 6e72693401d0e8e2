import Simulation

/// Something that should have held and didn't.
struct Finding: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which claim it was: a shorter trace must fail for the same one.
  let claim: String
  /// What was expected and what was there.
  let words: String
  /// The step after which it was seen, counted from 1; 0 for the start.
  var step = 0
  /// The expectation in the words of a scenario; `nil` where scenarios have none for it.
  let expected: (key: String, value: JSONValue)?

  /// Notes what didn't hold.
  init(_ claim: String, _ words: String, expected: (key: String, value: JSONValue)? = nil) {
    self.claim = claim
    self.words = words
    self.expected = expected
  }

  var description: String { "\(claim), step \(step): \(words)" }

  /// Writes it into the last step of a scenario.
  func write(into step: inout [String: JSONValue]) {
    step["note"] = .text("\(claim): \(words)")
    if let expected { step["expect"] = .object([expected.key: expected.value]) }
  }

  static func == (left: Finding, right: Finding) -> Bool {
    left.claim == right.claim && left.words == right.words && left.step == right.step
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(claim)
    hasher.combine(words)
    hasher.combine(step)
  }
}
