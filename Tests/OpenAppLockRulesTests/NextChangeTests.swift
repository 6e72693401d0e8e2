import CivilTime
import OpenAppLockRules
import ScreenTimeModel
import Testing

@Suite("When time alone changes something next")
struct NextChangeTests {
  private func next(_ rule: RuleSnapshot, _ usage: RuleUsage = .none, at moment: Moment) -> Instant
  {
    let day = LocalDay(moment)
    return NextChange.of([JudgedRule(rule, usage: usage, on: day)], on: day)
  }

  @Test("it is the next edge of a window, the end of a pause, of an open or of a lock, or midnight")
  func table() throws {
    let ten = try moment("2025-01-06T10:00", berlin)
    func at(_ text: String) throws -> Instant { try instant(text, berlin) }
    let open = RuleUsage(opens: 1, sessionUntil: try at("2025-01-06T10:15"))
    let locked = RuleUsage(lockedUntil: try at("2025-01-06T18:00"))
    let rows: [(RuleSnapshot, RuleUsage, String)] = [
      (try schedule("09:00", "17:00"), .none, "2025-01-06T17:00"),
      (try schedule("11:00", "17:00"), .none, "2025-01-06T11:00"),
      (try schedule("08:00", "09:00"), .none, "2025-01-07T00:00"),
      (try timeLimit(45), .none, "2025-01-07T00:00"),
      (try openLimit(5), .none, "2025-01-07T00:00"),
      (try openLimit(5), open, "2025-01-06T10:15"),
      (
        try schedule("09:00", "17:00", pausedUntil: try at("2025-01-06T12:00")), .none,
        "2025-01-06T12:00"
      ),
      // The lock outlasts the window, whose end matters all the same: somebody has to be woken later.
      (try schedule("09:00", "17:00", hard: true), locked, "2025-01-06T17:00"),
    ]
    for (rule, usage, expected) in rows {
      #expect(next(rule, usage, at: ten) == (try at(expected)), "\(rule) \(usage)")
    }
  }

  @Test("without rules it is midnight, and of many rules it is the first")
  func many() throws {
    let day = LocalDay(try moment("2025-01-06T10:00", berlin))
    #expect(NextChange.of([], on: day) == (try instant("2025-01-07T00:00", berlin)))
    let judged = try [schedule("12:00", "13:00", 1), schedule("11:00", "13:00", 2)].map {
      JudgedRule($0, usage: .none, on: day)
    }
    #expect(NextChange.of(judged, on: day) == (try instant("2025-01-06T11:00", berlin)))
  }

  @Test("until then every rule does what it did, on days that change their clock too")
  func holds() throws {
    let zone = try Zone(identifier: berlin)
    let rules = try [
      schedule("22:00", "06:30", 1), schedule("02:10", "02:50", 2), schedule("00:00", "00:00", 3),
      schedule("09:00", "17:00", 4, days: .weekdays), timeLimit(30, 5),
      openLimit(2, 6, days: [.sunday]),
    ]
    for start in ["2025-03-29T00:00", "2025-10-25T00:00"] {
      var now = try instant(start, berlin)
      let end = now + .seconds(3 * 86_400)
      while now < end {
        let day = LocalDay(Moment(now, in: zone))
        for rule in rules {
          let judged = JudgedRule(rule, usage: .none, on: day)
          let next = NextChange.of([judged], on: day)
          #expect(next > now)
          let last = LocalDay(Moment(next - .milliseconds(1), in: zone))
          #expect(RuleState.of(rule, usage: .none, on: last) == judged.state)
        }
        now = now + .seconds(17 * 60)
      }
    }
  }
}
