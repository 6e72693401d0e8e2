package import AppGroup
package import OpenAppLockRules

/// The rules as the app knows them, for the processes that cannot ask it.
package final class RuleSnapshotStore {
  private let document: GroupDocument<RuleSnapshots>

  /// Which version of the document was seen, and which is there.
  var version: any VersionedDocument { document }

  init(_ group: AppGroup, _ faults: FaultList) {
    document = GroupDocument(
      DocumentName("snapshots", sizeLimit: 4 << 20), in: group, empty: RuleSnapshots(rules: []),
      reportingTo: faults)
  }

  /// The rules, as far as they are known.
  package func read() -> Found<[RuleSnapshot]> {
    let found = document.read()
    return Found(found.content?.rules, fault: found.fault)
  }

  /// The rules that are known, which may be none: for somebody who looks for what should exist.
  package func known() -> [RuleSnapshot] { read().content ?? [] }

  /// Writes the rules, all together; the file is touched only when they differ from what it says, and a
  /// damaged one is healed.
  ///
  /// - Throws: what the directory says: `diskFull`, `newerVersion`, `lockTimeout`, ….
  package func write(_ rules: [RuleSnapshot]) throws(AppGroupError) {
    let found = document.read()
    if found.isCertain, found.content?.rules == rules { return }
    try document.update { $0.rules = rules }
    // While the app is closed nobody else knows the newest rule, and it has to block all the same.
    try? document.secure()
  }
}

/// The document's content.
private struct RuleSnapshots: Codable, Sendable {
  var rules: [RuleSnapshot]
}
