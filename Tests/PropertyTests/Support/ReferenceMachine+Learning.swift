import CivilTime
import OpenAppLockProtocol

extension ReferenceMachine {
  /// The reference with what can't be known here taken from the machine: minutes whose callbacks were lost
  /// or late.
  func learning(from view: MachineView) -> ReferenceMachine {
    var learned = self
    learned.learn(from: view)
    return learned
  }

  /// Takes from the machine what can't be known here.
  mutating func learn(from view: MachineView) {
    guard doubts.isEmpty else { return }
    for (date, rules) in view.ledger {
      for (key, entry) in rules {
        let page = Page(rule: key, day: Self.day(date))
        if wasHealed {
          ledger[page] = entry
        } else {
          ledger[page, default: Entry()].minutes = entry.minutes
        }
      }
    }
    guard wasHealed else { return }
    for key in existing where rules[key]?.fields.kind == .openLimit {
      guard let end = view.rules[key]?.now.sessionUntil.map({ Int($0.seconds) }) else {
        sessions[key] = nil
        continue
      }
      sessions[key] = Session(granted: end - Self.sessionLength, end: end)
    }
    protects = view.protects ?? protects
    wasHealed = false
  }

  private static func day(_ date: String) -> Int {
    let parts = date.split(separator: "-").compactMap { Int($0) }
    let first = CivilDay.first(ofYear: parts[0])
    return (first..<first + 366).first { CivilDay.text($0) == date } ?? first
  }
}
