package import AppGroup
package import OpenAppLockRules

/// The documents that the app and its extensions share.
///
/// It belongs to one thread. What is wrong with a document while it is read or healed is kept until
/// ``takeFaults()``, so that whoever can tell somebody does.
package final class GroupStores {
  /// The directory and its lock.
  package let group: AppGroup
  /// The rules, as the app wrote them last.
  package let snapshots: RuleSnapshotStore
  /// Minutes and opens by rule and date.
  package let usage: UsageLedger
  /// The granted opens.
  package let openSessions: OpenSessionStore
  /// The ends of hard rules that were found blocking.
  package let hardLocks: HardLockStore
  /// The stores that say anything.
  package let shieldStores: ShieldStoreList
  /// What the user set.
  package let settings: GroupSettings

  /// The last pass that left everything in order.
  var lastPass: LastPass?

  private let faults = FaultList()

  /// Opens the shared directory.
  ///
  /// - Throws: as `AppGroup`'s initialiser.
  package convenience init(at directory: String, creating: Bool = true) throws(AppGroupError) {
    self.init(try AppGroup(at: directory, creating: creating))
  }

  /// Uses a directory that is open already.
  package init(_ group: AppGroup) {
    self.group = group
    snapshots = RuleSnapshotStore(group, faults)
    usage = UsageLedger(group, faults)
    openSessions = OpenSessionStore(group, faults)
    hardLocks = HardLockStore(group, faults)
    shieldStores = ShieldStoreList(group, faults)
    settings = GroupSettings(group, faults)
  }

  /// Hands over the faults that were met since the last time, each once.
  package func takeFaults() -> [GroupFault] { faults.take() }

  /// Keeps a fault for ``takeFaults()``.
  func add(_ fault: GroupFault) { faults.add(fault) }

  /// Judges rules by the day's ledger and the sessions, as far as these are known.
  package func judge(_ rules: [RuleSnapshot], at moments: Moments) -> [JudgedRule] {
    var facts = facts()
    if !facts.usage.isCertain { facts.storesInUse = shieldStores.read().content ?? [] }
    return facts.judge(rules, at: moments)
  }

  /// The versions of the documents that were read or written last.
  var seenVersions: GroupVersions {
    GroupVersions(ledger: usage.version.seen, others: versions.map(\.seen))
  }

  /// The versions of the documents that are there now.
  var presentVersions: GroupVersions {
    GroupVersions(ledger: usage.version.present, others: versions.map(\.present))
  }

  private var versions: [any VersionedDocument] {
    [
      snapshots.version, openSessions.version, hardLocks.version, shieldStores.version,
      settings.version,
    ]
  }

  /// Ledger, sessions and locks, as far as they are known.
  func facts(storesInUse: Set<String> = []) -> Facts {
    Facts(
      usage: usage.read(), sessions: openSessions.read(), locks: hardLocks.read(),
      storesInUse: storesInUse)
  }
}
