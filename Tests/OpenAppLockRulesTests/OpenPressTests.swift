import CivilTime
import OpenAppLockRules
import ScreenTimeModel
import Testing

@Suite("A press on Open")
struct OpenPressTests {
  private let now: Moment

  init() throws {
    now = try moment("2025-01-06T10:00")
  }

  private func press(_ rules: [JudgedRule], on name: String = chess) throws -> OpenPress {
    OpenPress.decide(.application(try app(name)), categories: [], rules: rules, at: now)
  }

  private func code(_ press: OpenPress) -> RefusalCode? {
    if case .refused(let refusal) = press { refusal.code } else { nil }
  }

  @Test("spends one open of each rule that gates the app, and of no other (O3)")
  func each() throws {
    let rules = [
      judged(try openLimit(5, 1), opens: 4, at: now), judged(try openLimit(3, 2), at: now),
      judged(try openLimit(3, 3, apps: [chat]), at: now),
      judged(try schedule("11:00", "12:00", 4), at: now),
    ]
    #expect(try press(rules) == .granted([try id(1), try id(2)]))
  }

  @Test("is refused where another rule blocks, whatever opens are left (O2)")
  func blockedByOther() throws {
    let gate = judged(try openLimit(5, 1), at: now)
    let focus = judged(try schedule("09:00", "17:00", 2), at: now)
    let budget = judged(try timeLimit(5, 3), minutes: 5, at: now)
    let spent = judged(try openLimit(1, 4), opens: 1, at: now)
    #expect(code(try press([gate, focus])) == .blockedByOther)
    #expect(code(try press([budget, gate])) == .blockedByOther)
    #expect(code(try press([spent, focus])) == .blockedByOther)
    guard case .refused(let refusal) = try press([gate, focus]) else {
      Issue.record("the press was not refused")
      return
    }
    #expect(refusal.message == "another rule blocks this until 17:00; no open was spent")
    #expect(refusal.until == (try instant("2025-01-06T17:00")))
  }

  @Test("an Allow Only rule that leaves the app out doesn't stand in the way")
  func allowOnly() throws {
    let gate = judged(try openLimit(5, 1), at: now)
    let deep = judged(try schedule("09:00", "17:00", 2, mode: .allowOnly, apps: [chess]), at: now)
    #expect(try press([gate, deep]) == .granted([try id(1)]))
    let other = judged(try openLimit(5, 1, apps: [chat]), at: now)
    #expect(code(try press([other, deep], on: chat)) == .blockedByOther)
  }

  @Test("is refused when one of the rules that gate the app has nothing left")
  func noneLeft() throws {
    let gate = judged(try openLimit(5, 1), at: now)
    let spent = judged(try openLimit(1, 2), opens: 1, at: now)
    #expect(code(try press([spent])) == .noOpensLeft)
    #expect(code(try press([gate, spent])) == .noOpensLeft)
  }

  @Test("a press in a session spends nothing and is told when that ends (O4)")
  func living() throws {
    let soon = try instant("2025-01-06T10:05")
    let later = try instant("2025-01-06T10:10")
    let first = judged(try openLimit(5, 1), opens: 1, sessionUntil: later, at: now)
    let second = judged(try openLimit(1, 2), opens: 1, sessionUntil: soon, at: now)
    #expect(try press([first, second]) == .living(until: soon))
    let new = judged(try openLimit(5, 3), at: now)
    #expect(try press([first, new]) == .granted([try id(3)]))
    let focus = judged(try schedule("09:00", "17:00", 4), at: now)
    #expect(code(try press([first, focus])) == .blockedByOther)
  }

  @Test("is refused where no rule has anything to grant")
  func nothing() throws {
    let paused = judged(
      try openLimit(5, 1, pausedUntil: try instant("2025-01-07T00:00")), at: now)
    #expect(code(try press([])) == .notScheduled)
    #expect(code(try press([paused])) == .notScheduled)
    #expect(
      code(try press([judged(try openLimit(5, 1, days: [.sunday]), at: now)])) == .notScheduled)
  }
}
