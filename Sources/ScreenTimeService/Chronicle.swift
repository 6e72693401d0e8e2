import Bus
import Enforcement
import ScreenTimeModel
import ScreenTimeProtocol

/// Tells whoever watches the messages what they led to: another union, processes held or let go.
final class Chronicle {
  /// The request that is being handled: what is done meanwhile is because of it.
  var cause: MessageReference?
  private var union = ShieldUnion([:])
  private var frozen: [Int32: String] = [:]

  /// Takes note of what is held before the union is enforced: a process may have been found since.
  func look(_ desk: EnforcementDesk) {
    frozen = Self.held(desk)
  }

  /// Tells what has changed since it last looked; cheap where nobody watches.
  func tell(_ desk: EnforcementDesk, over server: BusServer) {
    let before = frozen
    frozen = Self.held(desk)
    if desk.union != union {
      union = desk.union
      guard server.isObserved else { return }
      server.tell(
        UnionChanged(
          applications: desk.shieldedApplications, sites: union.shieldedSites,
          allowOnly: union.hasAllowOnly), cause: cause)
    }
    guard server.isObserved, before.keys != frozen.keys else { return }
    server.tell(
      ProcessesChanged(
        frozen: Self.added(frozen, to: before), thawed: Self.added(before, to: frozen)),
      cause: cause)
  }

  private static func held(_ desk: EnforcementDesk) -> [Int32: String] {
    Dictionary(desk.frozen.map { ($0.pid, $0.name) }) { first, _ in first }
  }

  private static func added(
    _ more: [Int32: String], to fewer: [Int32: String]
  ) -> [ProcessesChanged.Process] {
    more.filter { fewer[$0.key] == nil }.sorted { $0.key < $1.key }
      .map { ProcessesChanged.Process(pid: $0.key, name: $0.value) }
  }
}
