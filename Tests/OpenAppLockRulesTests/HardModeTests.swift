import CivilTime
import OpenAppLockRules
import ScreenTimeModel
import Testing

@Suite("Hard mode and soft unblocks")
struct HardModeTests {
  @Test(
    "while a hard rule blocks there is no way out of it, and each refusal says which and until when",
    arguments: [
      (RuleEdit.edit, "it can't be edited"), (.disable, "it can't be disabled"),
      (.delete, "it can't be deleted"), (.unblock, "it can't be unblocked"),
    ])
  func refuses(edit: RuleEdit, words: String) throws {
    let now = try moment("2025-01-06T10:00", berlin)
    let hard = judged(try schedule("09:00", "17:00", hard: true), at: now)
    #expect(
      RulePolicy.refusal(of: edit, on: hard, at: now)
        == RuleRefusal(
          code: .hardMode,
          message: "\"Focus\" is in hard mode and blocks until 17:00; until then \(words)",
          rule: hard.id, until: try instant("2025-01-06T17:00", berlin)))
  }

  @Test("outside its window a hard rule can be changed", arguments: RuleEdit.allCases)
  func allowsOutside(edit: RuleEdit) throws {
    let now = try moment("2025-01-06T17:00")
    let refusal = RulePolicy.refusal(
      of: edit, on: judged(try schedule("09:00", "17:00", hard: true), at: now), at: now)
    #expect(refusal?.code == (edit == .unblock ? .notScheduled : nil))
  }

  @Test("a soft rule can be changed while it blocks", arguments: RuleEdit.allCases)
  func allowsSoft(edit: RuleEdit) throws {
    let now = try moment("2025-01-06T10:00")
    #expect(
      RulePolicy.refusal(of: edit, on: judged(try schedule("09:00", "17:00"), at: now), at: now)
        == nil)
  }

  @Test("switching a hard rule on is never refused")
  func enabling() throws {
    let now = try moment("2025-01-06T10:00")
    let hard = judged(try schedule("09:00", "17:00", hard: true), at: now)
    #expect(RulePolicy.refusal(of: .enable, on: hard, at: now) == nil)
  }

  @Test(
    "lists and uninstall protection are locked while any hard rule blocks (U3)",
    arguments: SharedEdit.allCases)
  func locksWhatIsShared(edit: SharedEdit) throws {
    let now = try moment("2025-01-06T10:00")
    let rules = [
      judged(try schedule("09:00", "11:00", 1, hard: true, name: "Short"), at: now),
      judged(try schedule("09:00", "17:00", 2, hard: true, name: "Long"), at: now),
      judged(try schedule("09:00", "20:00", 3, name: "Soft"), at: now),
    ]
    let refusal = RulePolicy.refusal(of: edit, among: rules, at: now)
    #expect(refusal?.code == .hardMode)
    #expect(refusal?.rule == (try id(2)))
    #expect(refusal?.until == (try instant("2025-01-06T17:00")))
    #expect(refusal?.message.hasPrefix("\"Long\" is in hard mode and blocks until 17:00") == true)
    #expect(RulePolicy.areListsLocked(rules))
    let evening = try moment("2025-01-06T17:00")
    let later = rules.map { JudgedRule($0.rule, usage: .none, at: evening) }
    #expect(RulePolicy.refusal(of: edit, among: later, at: evening) == nil)
    #expect(!RulePolicy.areListsLocked(later))
  }

  @Test("a hard open limit with opens left locks nothing, a spent one does (U3)")
  func hardOpenLimit() throws {
    let now = try moment("2025-01-06T10:00")
    let rule = try openLimit(2, hard: true)
    #expect(!RulePolicy.areListsLocked([judged(rule, opens: 1, at: now)]))
    #expect(RulePolicy.areListsLocked([judged(rule, opens: 2, at: now)]))
    let message = RulePolicy.refusal(
      of: .edit, on: judged(rule, opens: 2, at: now), at: now)?.message
    #expect(
      message
        == "\"Opens\" is in hard mode and blocks until tomorrow; until then it can't be edited")
  }

  @Test("the lock follows the window over midnight, not the date (U4)")
  func overMidnight() throws {
    let rule = try schedule("22:00", "06:30", days: [.monday], hard: true)
    for reading in [
      "2025-01-06T22:00", "2025-01-06T23:59:59", "2025-01-07T00:00", "2025-01-07T06:29",
    ] {
      let now = try moment(reading)
      #expect(RulePolicy.areListsLocked([judged(rule, at: now)]))
    }
    let before = try moment("2025-01-06T23:00")
    #expect(
      RulePolicy.refusal(of: .disable, on: judged(rule, at: before), at: before)?.message
        == "\"Focus\" is in hard mode and blocks until 06:30 tomorrow; until then it can't be disabled"
    )
    let end = try moment("2025-01-07T06:30")
    #expect(!RulePolicy.areListsLocked([judged(rule, at: end)]))
  }

  @Test("hard mode ends a pause: the rule blocks (U2)")
  func hardEndsPause() throws {
    let now = try moment("2025-01-06T10:00")
    let end = try instant("2025-01-06T17:00")
    let hard = try schedule("09:00", "17:00", hard: true, pausedUntil: end)
    #expect(RuleState.of(hard, usage: .none, at: now) == .active(until: end))
    #expect(RulePolicy.pauseAfterEdit(hard, at: now) == nil)
  }

  @Test("a pause ends with the window, or at midnight for a limit (U1)")
  func pauseEnds() throws {
    let now = try moment("2025-01-06T23:00", berlin)
    let midnight = try instant("2025-01-07T00:00", berlin)
    #expect(
      RulePolicy.pauseEnd(try schedule("22:00", "06:00"), at: now)
        == (try instant("2025-01-07T06:00", berlin)))
    #expect(RulePolicy.pauseEnd(try schedule("09:00", "17:00"), at: now) == nil)
    #expect(RulePolicy.pauseEnd(try timeLimit(5), at: now) == midnight)
    #expect(RulePolicy.pauseEnd(try openLimit(5), at: now) == midnight)
    #expect(RulePolicy.pauseEnd(try openLimit(5, days: [.friday]), at: now) == nil)
  }

  @Test("an edited window takes its pause along, as far as it still has one (U1)")
  func pauseAfterEdit() throws {
    let now = try moment("2025-01-06T10:00")
    let end = try instant("2025-01-06T17:00")
    #expect(
      RulePolicy.pauseAfterEdit(try schedule("09:00", "12:00", pausedUntil: end), at: now)
        == (try instant("2025-01-06T12:00")))
    #expect(
      RulePolicy.pauseAfterEdit(try schedule("09:00", "20:00", pausedUntil: end), at: now) == end)
    #expect(
      RulePolicy.pauseAfterEdit(try schedule("13:00", "18:00", pausedUntil: end), at: now) == nil)
    #expect(
      RulePolicy.pauseAfterEdit(
        try schedule("09:00", "17:00", days: [.sunday], pausedUntil: end), at: now) == nil)
    #expect(
      RulePolicy.pauseAfterEdit(
        try schedule("09:00", "17:00", pausedUntil: try instant("2025-01-06T09:30")), at: now)
        == nil)
  }

  @Test("removal is denied while a hard rule blocks and the user asked for it")
  func uninstallProtection() throws {
    let day = try moment("2025-01-06T10:00")
    let evening = try moment("2025-01-06T18:00")
    let hard = try schedule("09:00", "17:00", hard: true)
    let soft = try schedule("00:00", "00:00", 2)
    func denies(_ rules: [RuleSnapshot], _ enabled: Bool, _ now: Moment) -> Bool {
      RulePolicy.shouldDenyAppRemoval(rules.map { judged($0, at: now) }, enabled: enabled)
    }
    #expect(denies([soft, hard], true, day))
    #expect(!denies([soft, hard], false, day))
    #expect(!denies([soft, hard], true, evening))
    #expect(!denies([soft], true, day))
  }

  @Test("unblocking what doesn't block is refused: it would change nothing")
  func unblockNothing() throws {
    let now = try moment("2025-01-06T10:00")
    let gated = judged(try openLimit(5), at: now)
    let refusal = RulePolicy.refusal(of: .unblock, on: gated, at: now)
    #expect(refusal?.code == .notScheduled)
    #expect(refusal?.message == "\"Opens\" is not blocking now, so there is nothing to unblock")
  }
}
