/// Keeps the faults that the stores of a group meet until somebody takes them.
final class FaultList {
  private var faults: [GroupFault] = []

  /// Adds a fault, unless it is there already.
  func add(_ fault: GroupFault) {
    if !faults.contains(fault) { faults.append(fault) }
  }

  /// Hands over what was met since the last time.
  func take() -> [GroupFault] {
    defer { faults = [] }
    return faults
  }
}
