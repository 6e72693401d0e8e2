package import AppGroup
import CivilTime
package import OpenAppLockRules

/// The ledger of the day's minutes and opens, shared by the processes of the group.
package final class UsageLedger {
  /// What became of a threshold.
  package enum Recording: Hashable, Sendable {
    /// The day's minutes are now this many, because of it.
    case recorded(minutes: Int)
    /// As many or more were known already.
    case known(minutes: Int)
    /// It can't be today's, or the rule counts nothing today; it was dropped (decision L3).
    case stale
  }

  private let document: GroupDocument<UsageBook>

  /// Which version of the document was seen, and which is there.
  var version: any VersionedDocument { document }

  init(_ group: AppGroup, _ faults: FaultList) {
    document = GroupDocument(
      DocumentName("usage", sizeLimit: 4 << 20), in: group, empty: UsageBook(), reportingTo: faults)
  }

  /// The ledger, as far as it is known.
  package func read() -> Found<UsageBook> { document.read() }

  /// Records a usage threshold that was reached, on the day on which it is told.
  ///
  /// A day that is over is never written to, because only today is. What can't be today's use is
  /// dropped: more minutes than have passed since midnight, or a rule that is off or not due today.
  ///
  /// - Throws: what the directory says; the threshold then has to be told again.
  package func record(
    minutes: Int, of rule: RuleSnapshot, on day: LocalDay
  ) throws(AppGroupError) -> Recording {
    guard rule.countsUse(on: day), Self.isPossible(minutes, on: day) else { return .stale }
    if let book = read().certainContent, book.usage(of: rule.id, on: day.date).minutes >= minutes {
      return .known(minutes: book.usage(of: rule.id, on: day.date).minutes)
    }
    return try change { book in
      book.record(minutes: minutes, of: rule.id, on: day.date)
      let now = book.usage(of: rule.id, on: day.date).minutes
      return now == minutes ? .recorded(minutes: now) : .known(minutes: now)
    }
  }

  /// Takes the day's use of rules from somebody who has measured it: what no threshold has told, because it
  /// was lost or is late, is recorded (decision P4).
  ///
  /// Everything in one step. As with thresholds, nothing gets less, no rule has more than its budget,
  /// and none more than has passed since midnight.
  ///
  /// - Throws: what the directory says.
  package func catchUp(
    _ measured: [(rule: RuleSnapshot, minutes: Int)], on day: LocalDay
  ) throws(AppGroupError) {
    let known = read().content
    let passed = Int((day.now - day.start).components.seconds / 60)
    let news = measured.compactMap { rule, minutes -> (RuleID, Int)? in
      guard rule.countsUse(on: day), let budget = rule.dailyMinutes else { return nil }
      let minutes = min(minutes, budget, passed)
      guard let recorded = known?.usage(of: rule.id, on: day.date).minutes else { return nil }
      return recorded < minutes ? (rule.id, minutes) : nil
    }
    guard !news.isEmpty else { return }
    try change { book in
      for (rule, minutes) in news { book.record(minutes: minutes, of: rule, on: day.date) }
    }
  }

  /// Spends an open of each rule.
  ///
  /// Nobody else has counted it, so the version before the ledger is to know it as well: otherwise damage
  /// would give it back.
  func spendOpens(of rules: [RuleID], on date: CivilDate) throws(AppGroupError) {
    try change { book in
      for rule in rules { book.spendOpen(of: rule, on: date) }
    }
    // The open is spent and known; without this it is as safe as everything else in the ledger.
    try? document.secure()
  }

  /// Changes the ledger under the group's lock.
  func change<Result>(
    _ body: (inout UsageBook) throws -> Result
  ) throws(AppGroupError) -> Result {
    try document.update(body)
  }

  private static func isPossible(_ minutes: Int, on day: LocalDay) -> Bool {
    minutes > 0 && .seconds(minutes * 60) <= day.now - day.start
  }
}

extension Found {
  /// The content, where it is sure to be the last one.
  package var certainContent: Content? { isCertain ? content : nil }
}
