import CivilTime
import OpenAppLockRules
import ScreenTimeModel
import Testing

@Suite("What is monitored for a rule")
struct ActivityTests {
  private func windows(_ rule: RuleSnapshot) -> [String] {
    RuleActivities.activities(for: rule).map { activity in
      guard case .daily(let window, nil, true) = activity.schedule.interval else { return "?" }
      return "\(activity.name.rawValue.prefix { $0 != "-" }) \(window)"
    }
  }

  @Test(
    "a schedule has one activity, or two where it crosses midnight",
    arguments: [
      ("09:00", "17:00", ["sched 09:00 – 17:00"]),
      ("23:00", "06:30", ["sched 23:00 – 00:00", "sched2 00:00 – 06:30"]),
      ("21:00", "00:00", ["sched 21:00 – 00:00"]),
      ("09:00", "09:00", ["sched 09:00 – 00:00", "sched2 00:00 – 09:00"]),
      ("00:00", "00:00", ["sched 00:00 – 00:00"]),
    ])
  func scheduleActivities(from: String, to: String, expected: [String]) throws {
    #expect(windows(try schedule(from, to)) == expected)
    #expect(RuleActivities.activities(for: try schedule(from, to)).allSatisfy { $0.events.isEmpty })
  }

  @Test("a time limit has the whole day and one event for each minute of its budget (L5)")
  func timeLimitActivities() throws {
    let rule = try timeLimit(45)
    let activities = RuleActivities.activities(for: rule)
    #expect(windows(rule) == ["rule 00:00 – 00:00"])
    let events = try #require(activities.first?.events)
    #expect(events.count == 45)
    for minute in 1...45 {
      let event = events[DeviceActivityEventName("minutes-\(minute)")]
      #expect(event?.thresholdSeconds == minute * 60)
      #expect(event?.selection == rule.selection)
      #expect(event?.includesPastActivity == true)
    }
  }

  @Test("an open limit has the whole day and no event")
  func openLimitActivities() throws {
    let rule = try openLimit(5)
    #expect(windows(rule) == ["rule 00:00 – 00:00"])
    #expect(RuleActivities.activities(for: rule).allSatisfy { $0.events.isEmpty })
  }

  @Test("a rule that is off has no activity")
  func off() throws {
    let config = RuleConfiguration.timeLimit(try TimeLimitConfig(dailyLimitMinutes: 5))
    #expect(
      RuleActivities.activities(for: try rule(config, isEnabled: false, selection: apps(chess)))
        .isEmpty)
  }

  @Test("names are read back as what they were written for")
  func names() throws {
    let rule = try id(7)
    let purposes: [(RuleActivityName, String)] = [
      (.window(rule), "sched-\(rule)"), (.windowAfterMidnight(rule), "sched2-\(rule)"),
      (.day(rule), "rule-\(rule)"), (.openSession(rule), "open-session-\(rule)"),
    ]
    for (purpose, text) in purposes {
      #expect(purpose.name.rawValue == text)
      #expect(RuleActivityName(DeviceActivityName(text)) == purpose)
      #expect(purpose.rule == rule)
    }
    let strange = ["", "sched-", "sched-x", "other-\(rule)", "sched-\(rule)x", "rule-\(rule)-1"]
    for text in strange { #expect(RuleActivityName(DeviceActivityName(text)) == nil) }
    #expect(RuleEventName(DeviceActivityEventName("minutes-45")) == .minutes(45))
    for text in ["minutes-", "minutes-0", "minutes-1441", "minutes--1", "opens-1"] {
      #expect(RuleEventName(DeviceActivityEventName(text)) == nil)
    }
    #expect(RuleStoreName.ruleID(ofStore: RuleStoreName.rule(rule)) == rule)
    #expect(RuleStoreName.ruleID(ofStore: RuleStoreName.uninstallProtection) == nil)
    #expect(RuleStoreName.ruleID(ofStore: "rule-\(String(describing: rule).uppercased())x") == nil)
  }

  @Test("a fingerprint changes with what is monitored, and with nothing else")
  func fingerprints() throws {
    let rule = try schedule("09:00", "17:00")
    // Written down: a fingerprint that changes between versions restarts every activity.
    #expect(RuleActivities.fingerprint(of: rule) == "89af1ed62584e178")
    var renamed = rule
    renamed.name = "Other"
    renamed.hardMode = true
    renamed.days = .weekdays
    renamed.pausedUntil = try instant("2025-01-06T17:00")
    #expect(RuleActivities.fingerprint(of: renamed) == RuleActivities.fingerprint(of: rule))
    let others = [
      try schedule("09:00", "17:01"), try schedule("09:00", "17:00", 2), try timeLimit(45),
      try timeLimit(46), try timeLimit(45, apps: [chat]), try timeLimit(45, apps: [chat, chess]),
      try openLimit(5), rule,
    ]
    #expect(Set(others.map(RuleActivities.fingerprint)).count == others.count)
  }

  @Test(
    "the one-shot of an open has an edge at the session's end, also where the clock shows it twice",
    arguments: [
      ("2025-01-06T09:00", berlin), ("2025-01-06T23:50", berlin),
      ("2025-10-26T01:50", berlin), ("2025-10-26T02:10+02:00", berlin),
      ("2025-10-26T02:50+02:00", berlin), ("2025-10-26T02:10+01:00", berlin),
      ("2025-03-30T01:50", berlin),
    ])
  func sessionEdges(start: String, zone: String) throws {
    let now = try moment(start, zone)
    let end = now.instant + RuleActivities.openSessionLength
    let activity = RuleActivities.openSession(
      of: try id(1), from: now.instant, until: end, in: now.zone)
    guard
      case .dated(let fromDate, let fromTime, let toDate, let toTime) = activity.schedule.interval
    else {
      Issue.record("the one-shot is not dated")
      return
    }
    let edges = [
      now.zone.instants(of: fromDate, fromTime).first, now.zone.instants(of: toDate, toTime).last,
    ]
    #expect(edges.contains(end))
    #expect(edges[0] < edges[1])
  }
}
