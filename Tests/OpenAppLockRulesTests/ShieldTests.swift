import CivilTime
import OpenAppLockRules
import ScreenTimeModel
import Testing

@Suite("Shields")
struct ShieldTests {
  private let everything: FamilyActivitySelection

  init() throws {
    everything = FamilyActivitySelection(
      applicationTokens: [try app(chess)],
      categoryTokens: [try ActivityCategoryToken(parsing: "social")],
      webDomainTokens: [try WebDomainToken(parsing: "chess.test")])
  }

  private func scheduleRule(_ mode: SelectionMode, adultFilter: Bool = false) throws -> RuleSnapshot
  {
    try rule(
      .schedule(
        ScheduleConfig(
          window: try window("09:00", "17:00"), selectionMode: mode,
          blockAdultContent: adultFilter)),
      selection: everything)
  }

  @Test("a rule that blocks its list shields apps, categories and sites")
  func block() throws {
    let until = try instant("2025-01-06T17:00")
    let settings = RuleShield.settings(for: try scheduleRule(.block), .active(until: until))
    #expect(settings.shieldedApplications == everything.applicationTokens)
    #expect(settings.shieldedCategories == .specific(everything.categoryTokens, except: []))
    #expect(settings.shieldedWebDomains == everything.webDomainTokens)
    #expect(settings.webContentFilter == nil)
    #expect(settings.denyAppRemoval == nil)
  }

  @Test("Allow Only shields everything but the list's apps")
  func allowOnly() throws {
    let until = try instant("2025-01-06T17:00")
    let settings = RuleShield.settings(for: try scheduleRule(.allowOnly), .active(until: until))
    #expect(settings.shieldedCategories == .all(except: everything.applicationTokens))
    #expect(settings.shieldedApplications == nil)
    #expect(settings.shieldedWebDomains == nil)
    #expect(!settings.shields(try app(chess), categories: []))
    #expect(settings.shields(try app(chat), categories: []))
  }

  @Test("the adult filter comes and goes with the shield")
  func adultFilter() throws {
    let until = try instant("2025-01-06T17:00")
    let rule = try scheduleRule(.block, adultFilter: true)
    #expect(
      RuleShield.settings(for: rule, .active(until: until)).webContentFilter
        == .auto([], except: []))
    #expect(RuleShield.settings(for: rule, .paused(until: until)).isEmpty)
  }

  @Test("a rule that doesn't shield says nothing at all")
  func relinquishes() throws {
    let until = try instant("2025-01-06T17:00")
    let rule = try scheduleRule(.block, adultFilter: true)
    let states: [RuleState] = [
      .disabled, .noDays, .noApps, .paused(until: until), .openSession(until: until),
      .counting(minutesLeft: 3), .waiting(nextStart: until), .waiting(nextStart: nil),
    ]
    for state in states { #expect(RuleShield.settings(for: rule, state).isEmpty) }
  }

  private static let generic = ShieldContent(
    title: "App Blocked", subtitle: "This app is blocked by OpenAppLock.")
  private static let spent = ShieldContent(
    title: "App Blocked", subtitle: "No opens left today — the block lifts tomorrow.")

  @Test("what a shield says")
  func presentation() throws {
    let now = try moment("2025-01-06T10:00")
    let focus = judged(try schedule("09:00", "17:00", 1), at: now)
    let budget = judged(try timeLimit(5, 2), minutes: 5, at: now)
    let counting = judged(try timeLimit(5, 2), minutes: 1, at: now)
    let three = judged(try openLimit(5, 3), opens: 2, at: now)
    let one = judged(try openLimit(2, 4), opens: 1, at: now)
    let spentOpens = judged(try openLimit(2, 5), opens: 2, at: now)
    let open = ShieldContent(
      title: "App Blocked", subtitle: "Opened 2 of 5 times today", secondaryButton: "Open (3 left)")
    let fewest = ShieldContent(
      title: "App Blocked", subtitle: "Opened 1 of 2 times today", secondaryButton: "Open (1 left)")
    let rows: [([JudgedRule], ShieldContent)] = [
      ([], Self.generic), ([focus], Self.generic), ([budget], Self.generic),
      ([counting], Self.generic), ([three], open), ([counting, three], open),
      ([three, one], fewest), ([one, three], fewest), ([spentOpens], Self.spent),
      ([three, spentOpens], Self.spent), ([three, focus], Self.generic),
      ([spentOpens, focus], Self.generic), ([budget, three], Self.generic),
    ]
    for (rules, content) in rows {
      #expect(ShieldPresentation.content(covering: rules) == content)
    }
  }

  @Test("a rule covers what its shield would: apps, categories, sites and names below them")
  func covers() throws {
    let block = try scheduleRule(.block)
    let allowOnly = try scheduleRule(.allowOnly)
    let social = try ActivityCategoryToken(parsing: "social")
    let site = { (name: String) in ShieldSubject.webDomain(try WebDomainToken(parsing: name)) }
    #expect(RuleShield.covers(.application(try app(chess)), categories: [], block))
    #expect(!RuleShield.covers(.application(try app(chat)), categories: [], block))
    #expect(RuleShield.covers(.application(try app(chat)), categories: [social], block))
    #expect(RuleShield.covers(try site("www.chess.test"), categories: [], block))
    #expect(!RuleShield.covers(try site("notchess.test"), categories: [], block))
    #expect(RuleShield.covers(.application(try app(chat)), categories: [], allowOnly))
    #expect(!RuleShield.covers(.application(try app(chess)), categories: [], allowOnly))
    #expect(!RuleShield.covers(try site("chess.test"), categories: [], allowOnly))
  }
}
