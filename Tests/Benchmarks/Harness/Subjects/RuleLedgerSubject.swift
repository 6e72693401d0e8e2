import CivilTime
import Glibc
import OpenAppLockRules
import OpenAppLockShared

/// Records a minute more of many rules, and sees to it that this replaces the ledger once.
enum RuleLedgerSubject {
  private static let ruleCount = 1_000
  private static let budget = 1_440

  /// Measures one minute after the other; a day that is full is followed by the next one.
  ///
  /// - Throws: what the group, the loop or the count of replacements fail with.
  static func measure(in folder: String) throws {
    let ledger = try GroupStores(at: folder).usage
    let rules = try BenchmarkRules.timeLimits(ruleCount, minutes: budget)
    var (now, minutes) = (try Instant(parsing: "2025-01-06T23:59:00Z"), 0)
    try Driver.drive {
      if minutes == budget - 1 { (now, minutes) = (now + .seconds(86_400), 0) }
      minutes += 1
      let day = LocalDay(Moment(now, in: .utc))
      let before = inode("\(folder)/usage.json")
      let start = monotonicNanoseconds()
      try ledger.catchUp(rules.map { (rule: $0, minutes: minutes) }, on: day)
      let end = monotonicNanoseconds()
      try checkOneReplace(in: folder, of: before)
      return [end - start]
    }
  }

  /// The version before is the one that was there: nothing was written in between.
  private static func checkOneReplace(in folder: String, of before: UInt64?) throws {
    let now = inode("\(folder)/usage.json")
    guard now != nil, now != before else {
      throw BenchmarkError.failed("the ledger was not written")
    }
    guard before == nil || inode("\(folder)/usage.previous.json") == before else {
      throw BenchmarkError.failed("the ledger was replaced more than once for one minute")
    }
  }

  private static func inode(_ path: String) -> UInt64? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? UInt64(status.st_ino) : nil
  }
}
