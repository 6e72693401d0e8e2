import CivilTime
import ScreenTimeModel

/// A short name for a value that is the same in every process (Swift's own hashes are not).
///
/// FNV-1a over 64 bits: it tells configurations of one rule apart, it doesn't defend against anybody.
struct Fingerprint {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  private var lastSelection: (selection: FamilyActivitySelection, hash: UInt64)?

  /// The fingerprint so far, 16 hexadecimal digits.
  var text: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  mutating func combine(_ number: Int) {
    for shift in stride(from: 0, to: 64, by: 8) {
      combine(UInt8(truncatingIfNeeded: Int64(number) >> Int64(shift)))
    }
  }

  mutating func combine(_ text: String) {
    combine(text.utf8.count)
    for byte in text.utf8 { combine(byte) }
  }

  mutating func combine(_ activity: PlannedActivity) {
    combine(activity.name.rawValue)
    combine(activity.schedule)
    combine(activity.events.count)
    let events = activity.events.sorted { left, right in
      (left.value.thresholdSeconds, left.key) < (right.value.thresholdSeconds, right.key)
    }
    for (name, event) in events {
      combine(name.rawValue)
      combine(event.thresholdSeconds)
      combine(event.includesPastActivity ? 1 : 0)
      combine(event.selection)
    }
  }

  private mutating func combine(_ schedule: ActivitySchedule) {
    combine(schedule.warningSeconds ?? -1)
    switch schedule.interval {
    case .daily(let window, let weekday, let repeats):
      combine(0)
      combine(window.from.secondsFromMidnight)
      combine(window.to.secondsFromMidnight)
      combine(weekday?.rawValue ?? 0)
      combine(repeats ? 1 : 0)
    case .dated(let fromDate, let fromTime, let toDate, let toTime):
      combine(1)
      combine(fromDate.daysSinceEpoch)
      combine(fromTime.secondsFromMidnight)
      combine(toDate.daysSinceEpoch)
      combine(toTime.secondsFromMidnight)
    }
  }

  /// A limit's events all have the same selection, which is gone through once.
  private mutating func combine(_ selection: FamilyActivitySelection) {
    if let lastSelection, lastSelection.selection == selection {
      combine(Int(truncatingIfNeeded: lastSelection.hash))
      return
    }
    var own = Fingerprint()
    own.combine(selection.applicationTokens.map(\.rawValue).sorted())
    own.combine(selection.categoryTokens.map(\.rawValue).sorted())
    own.combine(selection.webDomainTokens.map(\.rawValue).sorted())
    lastSelection = (selection, own.hash)
    combine(Int(truncatingIfNeeded: own.hash))
  }

  private mutating func combine(_ texts: [String]) {
    combine(texts.count)
    for text in texts { combine(text) }
  }

  private mutating func combine(_ byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
