import ScreenTimeModel
import Testing

@Suite("The union of stores")
struct ShieldUnionTests {
  let chess: ApplicationToken
  let editor: ApplicationToken
  let games: ActivityCategoryToken

  init() throws {
    chess = try ApplicationToken(parsing: "org.gnome.Chess")
    editor = try ApplicationToken(parsing: "org.gnome.Editor")
    games = try ActivityCategoryToken(parsing: "games")
  }

  private func union(_ stores: StoreSettings...) -> ShieldUnion {
    let named = stores.enumerated().map { index, settings in
      (StoreName(group: "group.example", name: "store-\(index)"), settings)
    }
    return ShieldUnion(Dictionary(uniqueKeysWithValues: named))
  }

  private func store(_ edit: (inout StoreSettings) -> Void) -> StoreSettings {
    var settings = StoreSettings()
    edit(&settings)
    return settings
  }

  @Test("an app that one store shields is shielded, whatever the others allow")
  func anyStore() {
    let union = union(
      store { $0.shieldedApplications = [chess] },
      store { $0.shieldedCategories = .all(except: [chess]) })
    #expect(union.shields(chess, categories: []))
  }

  @Test("listing an app never exempts it from its category")
  func listedAndInCategory() {
    let union = union(
      store {
        $0.shieldedApplications = [editor]
        $0.shieldedCategories = .specific([games], except: [])
      })
    #expect(union.shields(chess, categories: [games]))
    #expect(union.shields(editor, categories: []))
  }

  @Test("an exception holds only in the store that names it")
  func exceptions() {
    let lenient = store { $0.shieldedCategories = .specific([games], except: [chess]) }
    let strict = store { $0.shieldedCategories = .specific([games], except: []) }
    #expect(!union(lenient).shields(chess, categories: [games]))
    #expect(union(lenient, strict).shields(chess, categories: [games]))
  }

  @Test("allow only shields everything but what it names")
  func allowOnly() {
    let union = union(store { $0.shieldedCategories = .all(except: [editor]) })
    #expect(union.shields(chess, categories: []))
    #expect(!union.shields(editor, categories: [games]))
    #expect(union.hasAllowOnly)
  }

  @Test("without stores nothing is shielded, filtered or kept from removal")
  func nothing() {
    let union = union()
    #expect(!union.shields(chess, categories: [games]))
    #expect(!union.deniesAppRemoval)
    #expect(!union.filtersAdultContent)
    #expect(union.shieldedSites.isEmpty)
  }

  @Test("a site is shielded with the names below it")
  func sites() throws {
    let site = try WebDomainToken(parsing: "chess.test")
    let union = union(store { $0.shieldedWebDomains = [site] })
    #expect(try union.shields(WebDomainToken(parsing: "www.chess.test")))
    #expect(try !union.shields(WebDomainToken(parsing: "mychess.test")))
    #expect(union.shieldedSites == [site])
  }

  @Test("the stores that shield an app are told in order")
  func whichStores() {
    let union = union(
      store { $0.shieldedApplications = [editor] }, store { $0.blockedApplications = [chess] },
      store { $0.shieldedApplications = [chess] })
    #expect(
      union.stores(shielding: chess, categories: []).map(\.description)
        == ["group.example/store-1", "group.example/store-2"])
  }
}
