import AppGroup
import Bus
import CivilTime
import OpenAppLockRules
import OpenAppLockShared
import ScreenTimeModel
import ScreenTimeProtocol

/// Fetches the minutes of which the monitor was not told: their callbacks were lost, or are late (decision
/// P4).
///
/// The platform tells of each minute of a budget once, but it knows the day's use all the same.
struct UseCatchUp {
  private let platform: PlatformLink
  private let ledger: UsageLedger
  private var last: Occasion?

  /// What a measurement depends on: while it is the same there is nothing to learn.
  private struct Occasion: Equatable {
    let date: CivilDate
    let seconds: Int
    let open: [Budget]
  }

  /// A budget that isn't spent, as far as the ledger knows.
  private struct Budget: Equatable {
    let rule: RuleSnapshot
    let minutes: Int
  }

  /// Makes it for a ledger.
  init(platform: PlatformLink, ledger: UsageLedger) {
    self.platform = platform
    self.ledger = ledger
  }

  /// Records what the platform has measured today and the ledger doesn't know.
  ///
  /// A ledger that isn't certain is healed first, by whoever enforces; the next turn finds it whole.
  ///
  /// - Throws: why nothing could be learnt.
  mutating func run(_ rules: [RuleSnapshot], on day: LocalDay) throws(BusError) {
    guard let book = ledger.read().certainContent else { return }
    let today = book.usage(on: day.date)
    let open = rules.compactMap { rule -> Budget? in
      let minutes = today[rule.id]?.minutes ?? 0
      guard rule.countsUse(on: day), minutes < rule.dailyMinutes ?? 0 else { return nil }
      return Budget(rule: rule, minutes: minutes)
    }
    guard !open.isEmpty else { return }
    let occasion = Occasion(
      date: day.date, seconds: try seconds(of: FamilyActivitySelection(), on: day), open: open)
    guard occasion != last, occasion.seconds >= 60 else { return }
    try record(open, on: day)
    last = occasion
  }

  private func record(_ open: [Budget], on day: LocalDay) throws(BusError) {
    var measured: [(rule: RuleSnapshot, minutes: Int)] = []
    // Rules that share a list have the same use.
    var known: [FamilyActivitySelection: Int] = [:]
    for budget in open {
      guard let selection = budget.rule.selection else { continue }
      if known[selection] == nil { known[selection] = try seconds(of: selection, on: day) }
      measured.append((budget.rule, (known[selection] ?? 0) / 60))
    }
    do {
      try ledger.catchUp(measured, on: day)
    } catch {
      throw BusError(.internalFailure, error.message)
    }
  }

  private func seconds(
    of selection: FamilyActivitySelection, on day: LocalDay
  ) throws(BusError) -> Int {
    try platform.ask(UsageRead(selection: selection, date: day.date)).seconds
  }
}
