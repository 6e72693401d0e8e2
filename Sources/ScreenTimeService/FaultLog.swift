package import CivilTime
package import ScreenTimeProtocol

/// What is wrong, for `status`: each fault once, with when it was first met and how often.
package struct FaultLog: Sendable {
  /// More kinds than that are more than anybody reads; the oldest go.
  private static let most = 100

  /// The faults, oldest first.
  package private(set) var faults: [Fault] = []

  /// Makes a log without faults.
  package init() {}

  /// Notes a fault; the same code and message again only counts up.
  package mutating func note(_ code: String, _ message: String, at now: Instant) {
    if let index = faults.firstIndex(where: { $0.code == code && $0.message == message }) {
      let known = faults[index]
      faults[index] = Fault(
        code: code, message: message, since: known.since, count: known.count + 1)
      return
    }
    if faults.count == Self.most { faults.removeFirst() }
    faults.append(Fault(code: code, message: message, since: now, count: 1))
  }

  /// Takes back the faults of a kind: what was wrong has been put right.
  package mutating func clear(_ code: String) {
    faults.removeAll { $0.code == code }
  }

  /// Takes one fault back: what was wrong has been put right.
  package mutating func clear(_ code: String, _ message: String) {
    faults.removeAll { $0.code == code && $0.message == message }
  }
}
