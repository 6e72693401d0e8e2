import CivilTime
import Foundation
import PolicyCore
import Testing

@Suite("Use, day by day")
struct UsageByDayTests {
  private let monday = CivilDate(daysSinceEpoch: 20_094)
  private var tuesday: CivilDate { monday.adding(days: 1) }

  @Test("a threshold that comes twice or out of order refunds nothing")
  func maximum() {
    var usage = UsageByDay()
    for minutes in [30, 45, 30, 15, 45] { usage.reach(minutes, on: monday) }
    #expect(usage.minutes(on: monday) == 45)
    #expect(usage.days == [ObservedUsage(day: monday, minutes: 45)])
  }

  @Test("a new day begins with none, and a date that comes again finds what it had")
  func days() {
    var usage = UsageByDay()
    usage.reach(60, on: tuesday)
    #expect(usage.minutes(on: monday) == 0)
    // A clock that was set back: what is used then counts on its own date.
    usage.reach(45, on: monday)
    #expect(usage.minutes(on: monday) == 45 && usage.minutes(on: tuesday) == 60)
    #expect(usage.minutes(since: tuesday) == 60 && usage.minutes(since: monday) == 105)
  }

  @Test("the last days are kept, in whatever order they came")
  func kept() throws {
    var usage = UsageByDay()
    for day in (0..<20).shuffled() { usage.reach(day + 1, on: monday.adding(days: day)) }
    #expect(usage.days.count <= UsageByDay.keptDays)
    #expect(usage.days == usage.days.sorted { $0.day < $1.day })
    let text = try JSONEncoder().encode(usage)
    #expect(try JSONDecoder().decode(UsageByDay.self, from: text) == usage)
  }
}
