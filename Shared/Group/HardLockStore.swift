import AppGroup
import CivilTime
import OpenAppLockRules

/// The ends of hard rules that were found blocking, shared by the processes of the group.
package final class HardLockStore {
  private let document: GroupDocument<HardLocks>

  /// Which version of the document was seen, and which is there.
  var version: any VersionedDocument { document }

  init(_ group: AppGroup, _ faults: FaultList) {
    document = GroupDocument(
      DocumentName("hard-locks"), in: group, empty: HardLocks(), reportingTo: faults)
  }

  /// The locks, as far as they are known.
  package func read() -> Found<HardLocks> { document.read() }

  /// Whether there is anything to remember, to forget, or to heal.
  func needsChange(for judged: [JudgedRule], at moments: Moments) -> Bool {
    let found = read()
    guard found.isCertain, let known = found.content else { return true }
    var wanted = known
    wanted.note(judged, at: moments)
    return !wanted.locksSame(as: known)
  }

  /// Notes that somebody wakes the monitor when these rules' locks end.
  ///
  /// - Throws: what the directory says; then they are woken twice.
  func noteWakes(of rules: [RuleID]) throws(AppGroupError) {
    try document.update { locks in
      for rule in rules { locks.noteWake(rule) }
    }
  }

  /// Remembers the ends of hard rules that block now by the trusted time, and forgets those that are over.
  ///
  /// It is written twice, so that the version before knows it as well: damage to one file must not
  /// be a way out.
  ///
  /// - Throws: what the directory says; the rules block all the same, as long as the zone stays.
  func remember(_ judged: [JudgedRule], at moments: Moments) throws(AppGroupError) {
    for _ in 1...2 {
      try document.update { locks in
        locks.note(judged, at: moments)
        locks.countWriting()
      }
    }
  }
}

extension HardLocks {
  /// A rule that blocks by a suspect wall clock alone is not remembered: it ends with the suspicion.
  fileprivate mutating func note(_ judged: [JudgedRule], at moments: Moments) {
    clearExpired(at: moments.now)
    for rule in judged where rule.rule.hardMode {
      if let end = rule.trustedState.blockEnd { remember(rule.id, from: moments.now, until: end) }
    }
  }
}
