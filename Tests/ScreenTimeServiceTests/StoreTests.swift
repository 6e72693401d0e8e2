import Bus
import CivilTime
import Enforcement
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import Testing

@Suite("Stores")
struct StoreTests {
  @Test("an app is shielded while any store shields it, and open when none does")
  func union() throws {
    let fixture = try Fixture()
    let client = fixture.client()
    try client.shield("one", ["org.test.Chess"])
    try client.shield("two", ["org.test.Chess", "org.test.Mines"])
    #expect(fixture.backend.blocked == ["org.test.Chess", "org.test.Mines"])
    try client.shield("two", [])
    #expect(fixture.backend.blocked == ["org.test.Chess"])
    try client.shield("one", [])
    #expect(fixture.backend.blocked.isEmpty)
    #expect(try client.ask(StoreList()).stores.isEmpty)
  }

  @Test("a store reads back what was written to it, never the union")
  func readsOwn() throws {
    let fixture = try Fixture()
    let client = fixture.client()
    try client.shield("one", ["org.test.Chess"])
    try client.shield("two", ["org.test.Mines"])
    let read = try client.ask(StoreRead(store: "one")).settings
    #expect(read.shieldedApplications == [try app("org.test.Chess")])
    #expect(try client.ask(StoreRead(store: "never")).settings.isEmpty)
  }

  @Test("a write to one field leaves the others; null relinquishes only its field")
  func fields() throws {
    let fixture = try Fixture()
    let client = fixture.client()
    try client.shield("one", ["org.test.Chess"])
    var changes = StoreChanges()
    changes.denyAppRemoval = .set(true)
    _ = try client.ask(StoreChange(store: "one", changes: changes))
    let after = try client.shield("one", [])
    #expect(after.denyAppRemoval == true)
    #expect(after.shieldedApplications == nil)
    #expect(try client.status().deniesAppRemoval)
  }

  @Test("two groups do not see each other's stores, and their shields are united")
  func groups() throws {
    let fixture = try Fixture()
    let one = fixture.client(group: "group.one")
    let two = fixture.client(group: "group.two")
    try one.shield("same", ["org.test.Chess"])
    try two.shield("same", ["org.test.Mines"])
    #expect(fixture.backend.blocked == ["org.test.Chess", "org.test.Mines"])
    _ = try two.ask(StoreChange(store: "same", changes: .clearingAll))
    #expect(fixture.backend.blocked == ["org.test.Chess"])
    #expect(try one.ask(StoreList()).stores == ["same"])
    #expect(try two.ask(StoreList()).stores.isEmpty)
  }

  @Test("whoever names no app group, or a bad one, has no stores", arguments: [nil, "../up", ""])
  func noGroup(group: String?) throws {
    let fixture = try Fixture()
    let error = #expect(throws: BusError.self) {
      try fixture.client(group: group).ask(StoreList())
    }
    #expect(error?.code == .invalid)
  }

  @Test("allow-only shields every app of the machine but its own exceptions")
  func allowOnly() throws {
    let fixture = try Fixture()
    let client = fixture.client()
    var changes = StoreChanges()
    changes.shieldedCategories = .set(.all(except: [try app("org.test.Editor")]))
    _ = try client.ask(StoreChange(store: "allow", changes: changes))
    #expect(
      fixture.backend.blocked == ["org.test.Chat", "org.test.Chess", "org.test.Mines"])
    try client.shield("other", ["org.test.Editor"])
    #expect(fixture.backend.blocked.contains("org.test.Editor"))
    #expect(try client.status().allowOnly)
  }

  @Test("a category shields its apps, and an app named beside it stays shielded with it")
  func categories() throws {
    let fixture = try Fixture(categories: ["org.test.Chess": "games", "org.test.Mines": "games"])
    let client = fixture.client()
    var changes = StoreChanges()
    changes.shieldedCategories = .set(
      .specific([try ActivityCategoryToken(parsing: "games")], except: [try app("org.test.Mines")])
    )
    _ = try client.ask(StoreChange(store: "games", changes: changes))
    #expect(fixture.backend.blocked == ["org.test.Chess"])
  }

  @Test("what is shielded stays shielded over a restart, before anybody says so again")
  func persists() throws {
    let fixture = try Fixture()
    try fixture.client().shield("one", ["org.test.Chess"])
    try fixture.restart()
    #expect(fixture.backend.blocked == ["org.test.Chess"])
    #expect(try fixture.client().ask(StoreList()).stores == ["one"])
  }

  @Test("a write that changes nothing is neither saved nor enforced again")
  func unchanged() throws {
    let fixture = try Fixture()
    let client = fixture.client()
    try client.shield("one", ["org.test.Chess"])
    let applied = fixture.backend.states.count
    let saved = try modification(fixture.document("stores"))
    try client.shield("one", ["org.test.Chess"])
    #expect(fixture.backend.states.count == applied)
    #expect(try modification(fixture.document("stores")) == saved)
  }

  @Test("replacing one app by another never leaves both open")
  func replaces() throws {
    let fixture = try Fixture()
    let client = fixture.client()
    try client.shield("one", ["org.test.Chess"])
    let before = fixture.backend.states.count
    try client.shield("one", ["org.test.Mines"])
    let steps = fixture.backend.states[before...].map { $0.targets.map(\.token.rawValue) }
    #expect(steps == [["org.test.Chess", "org.test.Mines"], ["org.test.Mines"]])
  }

  @Test("the second instance on a state is refused and names the first")
  func secondInstance() throws {
    let fixture = try Fixture()
    let error = #expect(throws: ServiceError.self) { try fixture.startAgain() }
    #expect(error?.code == .alreadyRunning)
    #expect(error?.message.contains("\(Credentials.own.pid)") == true)
  }
}
