import Simulation

/// What hard rules have promised: once one was seen to block, no application that it covers is reachable
/// before its window ends, whatever anybody does.
struct HardPromises {
  private struct Promise {
    let apps: Set<String>
    let since: Int
    let until: Int
  }

  private var promises: [String: Promise] = [:]

  /// Looks whether every promise is kept.
  ///
  /// - Throws: ``Finding``.
  func hold(in view: MachineView, _ reference: ReferenceMachine) throws {
    let now = reference.clock.trusted
    for (key, promise) in promises.sorted(by: { $0.key < $1.key })
    where now < promise.until && promise.since - ReferenceClock.tolerance <= now {
      let free = promise.apps.subtracting(view.shielded).sorted()
      guard free.isEmpty else {
        throw Finding(
          "a hard rule lets nobody in",
          "\(key) blocks until \(reference.clock.zone.text(promise.until)), and \(free) can be reached",
          expected: ("shielded", .list(free.map(JSONValue.text))))
      }
    }
  }

  /// Notes the hard rules that are seen to block.
  mutating func note(_ reference: ReferenceMachine, _ view: MachineView) {
    let now = reference.clock.trusted
    promises = promises.filter {
      now < $0.value.until && $0.value.since - ReferenceClock.tolerance <= now
    }
    guard reference.freshness == .current, reference.doubts.isEmpty else { return }
    for key in reference.existing where reference.rules[key]?.fields.hard == true {
      // What blocks by a suspect clock alone ends when the clocks agree.
      guard let end = reference.locks[key]?.until else { continue }
      let apps = Set(reference.apps.keys.filter { reference.covers(key, $0) })
      let known = promises[key]
      promises[key] = Promise(
        apps: apps.union(known?.apps ?? []), since: known?.since ?? now,
        until: max(end, known?.until ?? end))
    }
  }
}
