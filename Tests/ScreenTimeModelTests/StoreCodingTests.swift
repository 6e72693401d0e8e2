import Foundation
import ScreenTimeModel
import Testing

@Suite("Stores as text")
struct StoreCodingTests {
  let chess: ApplicationToken
  let browser: ApplicationToken
  let games: ActivityCategoryToken
  let site: WebDomainToken

  init() throws {
    chess = try ApplicationToken(parsing: "org.gnome.Chess")
    browser = try ApplicationToken(parsing: "/usr/bin/browser")
    games = try ActivityCategoryToken(parsing: "games")
    site = try WebDomainToken(parsing: "chess.test")
  }

  @Test("a write that changes nothing names no field")
  func keep() throws {
    try expectGolden(StoreChanges(), "{}")
  }

  @Test("a field that is absent, one that is null and one that is empty are three things")
  func absentNullEmpty() throws {
    var changes = StoreChanges()
    changes.shieldedApplications = .set([])
    changes.denyAppRemoval = .relinquish
    try expectGolden(changes, #"{"denyAppRemoval":null,"shieldedApplications":[]}"#)

    var settings = StoreSettings()
    settings.shieldedApplications = [chess]
    settings.denyAppRemoval = true
    settings.shieldedWebDomains = [site]
    let result = settings.applying(changes)
    #expect(result.shieldedApplications == [])
    #expect(result.denyAppRemoval == nil)
    #expect(result.shieldedWebDomains == [site])
  }

  @Test("clearing a store names every field, as null")
  func clearing() throws {
    try expectGolden(
      StoreChanges.clearingAll,
      #"{"blockedApplications":null,"denyAppRemoval":null,"shieldedApplications":null,"#
        + #""shieldedCategories":null,"shieldedWebDomains":null,"webContentFilter":null}"#)
  }

  @Test("every field has a value of its own form, with sorted tokens")
  func everyField() throws {
    var settings = StoreSettings()
    settings.shieldedApplications = [chess, browser]
    settings.shieldedCategories = .specific([games], except: [browser])
    settings.shieldedWebDomains = [site]
    settings.blockedApplications = [chess]
    settings.denyAppRemoval = false
    settings.webContentFilter = .auto([site], except: [])
    let text =
      #"{"blockedApplications":["org.gnome.Chess"],"denyAppRemoval":false,"#
      + #""shieldedApplications":["/usr/bin/browser","org.gnome.Chess"],"#
      + #""shieldedCategories":{"specific":{"categories":["games"],"except":["/usr/bin/browser"]}},"#
      + #""shieldedWebDomains":["chess.test"],"#
      + #""webContentFilter":{"auto":{"domains":["chess.test"],"except":[]}}}"#
    try expectGolden(settings, text)
    try expectGolden(StoreChanges.replacingAll(with: settings), text)
  }

  @Test("settings that say nothing are an empty object")
  func emptySettings() throws {
    try expectGolden(StoreSettings(), "{}")
    #expect(StoreSettings().isEmpty)
  }

  @Test("replacing a store with settings makes it say exactly those")
  func replacing() {
    var before = StoreSettings()
    before.shieldedApplications = [chess]
    before.webContentFilter = .specific([site])
    var after = StoreSettings()
    after.denyAppRemoval = true
    #expect(before.applying(.replacingAll(with: after)) == after)
    #expect(before.applying(.clearingAll).isEmpty)
  }

  @Test("a policy for categories has one form for each case")
  func categoryPolicies() throws {
    try expectGolden(ActivityCategoryPolicy.none, #"{"none":{}}"#)
    try expectGolden(ActivityCategoryPolicy.all(except: []), #"{"all":{"except":[]}}"#)
    try expectGolden(
      ActivityCategoryPolicy.all(except: [chess]), #"{"all":{"except":["org.gnome.Chess"]}}"#)
    try expectGolden(
      ActivityCategoryPolicy.specific([games], except: []),
      #"{"specific":{"categories":["games"],"except":[]}}"#)
  }

  @Test("a web filter has one form for each case")
  func webFilters() throws {
    try expectGolden(WebContentFilterPolicy.none, #"{"none":{}}"#)
    try expectGolden(
      WebContentFilterPolicy.auto([], except: [site]),
      #"{"auto":{"domains":[],"except":["chess.test"]}}"#)
    try expectGolden(
      WebContentFilterPolicy.specific([site]), #"{"specific":{"domains":["chess.test"]}}"#)
  }

  @Test(
    "a policy without a known case, or of a wrong form, is refused",
    arguments: [
      "{}", #"{"some":{}}"#, #"{"all":[]}"#, #"{"specific":{}}"#, #""all""#, "null",
      #"{"specific":{"categories":["Games"]}}"#,
    ])
  func brokenPolicies(text: String) {
    #expect(throws: DecodingError.self) { try value(ActivityCategoryPolicy.self, text) }
  }

  @Test("an explicit none is not the same as saying nothing")
  func noneIsNotNil() throws {
    var settings = StoreSettings()
    settings.shieldedCategories = ActivityCategoryPolicy.none
    #expect(!settings.isEmpty)
    try expectGolden(settings, #"{"shieldedCategories":{"none":{}}}"#)
  }

  @Test(
    "a store with a token that names nothing is refused, and says where",
    arguments: [
      (#"{"shieldedApplications":["ok","../sh"]}"#, "shieldedApplications"),
      (#"{"shieldedWebDomains":["localhost"]}"#, "shieldedWebDomains"),
    ])
  func brokenTokens(text: String, field: String) throws {
    let error = #expect(throws: DecodingError.self) { try value(StoreChanges.self, text) }
    guard case .dataCorrupted(let context) = try #require(error) else {
      Issue.record("the error is of another kind")
      return
    }
    #expect(context.codingPath.first?.stringValue == field)
  }

  @Test("the fullest field is what the limits count")
  func tokenCount() throws {
    var settings = StoreSettings()
    #expect(settings.largestTokenCount == 0)
    settings.shieldedWebDomains = [site]
    settings.shieldedCategories = .all(except: [chess, browser])
    #expect(settings.largestTokenCount == 2)
    settings.shieldedCategories = .specific([games], except: [chess, browser])
    #expect(settings.largestTokenCount == 2)
  }
}
