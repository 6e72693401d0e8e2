import AppGroup
import CivilTime
import OpenAppLockRules
import ScreenTimeClient

/// A pass that left everything in order, and what it went by.
///
/// Of a hundred rules whose day begins at midnight each wakes the monitor, and in use a loop comes every
/// 30 seconds: as long as what the first one went by is the same, the others would find everything as it
/// left it.
struct LastPass {
  /// What a pass goes by, beside the time.
  struct Basis: Equatable {
    /// The versions of the documents.
    var documents: GroupVersions
    /// How the stores are.
    let stores: StoreMark
    /// The rules, where somebody gave them.
    let rules: [RuleSnapshot]?
    /// The zone in force.
    let zone: Zone
  }

  /// What it came to.
  let judged: [JudgedRule]
  /// Until when time alone changes nothing.
  let quietUntil: Instant
  private let basis: Basis
  private let start: Instant

  /// Keeps a pass.
  init(_ judged: [JudgedRule], at moments: Moments, quietUntil: Instant, by basis: Basis) {
    self.judged = judged
    self.quietUntil = quietUntil
    self.basis = basis
    start = moments.now
  }

  /// Whether a pass at some moments would come to something else only because the ledger is another.
  func holdsButForUse(at moments: Moments, by basis: Basis) -> Bool {
    var basis = basis
    basis.documents.ledger = self.basis.documents.ledger
    return holds(at: moments, by: basis)
  }

  /// Whether rules that are judged anew have the same shields, locks and ends: at most another number is
  /// left of what they allow.
  func shieldsSame(as other: [JudgedRule]) -> Bool {
    judged.count == other.count
      && zip(judged, other).allSatisfy { $0.id == $1.id && $0.state.shieldsSame(as: $1.state) }
  }

  /// Whether a pass at some moments, which goes by this, would come to the same and change nothing.
  func holds(at moments: Moments, by basis: Basis) -> Bool {
    moments.suspect == nil && start <= moments.now && moments.now < quietUntil
      && basis == self.basis
  }
}

extension RuleState {
  /// Whether both are the same but for how many minutes or opens are left.
  fileprivate func shieldsSame(as other: RuleState) -> Bool {
    switch (self, other) {
    case (.counting, .counting), (.gated, .gated): true
    default: self == other
    }
  }
}
