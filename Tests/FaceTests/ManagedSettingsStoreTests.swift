import Bus
import ManagedSettings
import ScreenTimeClient
import ScreenTimeProtocol
import Testing

@Suite("Stores")
struct ManagedSettingsStoreTests {
  /// An assignment, and the changes that the service must be sent for it.
  struct Assignment: Sendable, CustomTestStringConvertible {
    let name: String
    let changes: String
    let assign: @Sendable (ManagedSettingsStore) throws -> Void

    init(
      _ name: String, _ changes: String,
      _ assign: @escaping @Sendable (ManagedSettingsStore) throws -> Void
    ) {
      self.name = name
      self.changes = changes
      self.assign = assign
    }

    var testDescription: String { name }
  }

  static let assignmentCases = [
    Assignment("applications", #"{"shieldedApplications":["org.gnome.Chess"]}"#) {
      $0.shield.applications = [try chess]
    },
    Assignment("no applications", #"{"shieldedApplications":[]}"#) {
      $0.shield.applications = []
    },
    Assignment("applications relinquished", #"{"shieldedApplications":null}"#) {
      $0.shield.applications = nil
    },
    Assignment(
      "categories", #"{"shieldedCategories":{"specific":{"categories":["games"],"except":[]}}}"#
    ) {
      $0.shield.applicationCategories = .specific([try games])
    },
    Assignment("allow only", #"{"shieldedCategories":{"all":{"except":["org.gnome.Chess"]}}}"#) {
      $0.shield.applicationCategories = .all(except: [try chess])
    },
    Assignment("everything", #"{"shieldedCategories":{"all":{"except":[]}}}"#) {
      $0.shield.applicationCategories = .all()
    },
    Assignment("no policy", #"{"shieldedCategories":null}"#) {
      $0.shield.applicationCategories = nil
    },
    Assignment("sites", #"{"shieldedWebDomains":["chess.test"]}"#) {
      $0.shield.webDomains = [try site]
    },
    Assignment("sites relinquished", #"{"shieldedWebDomains":null}"#) {
      $0.shield.webDomains = nil
    },
    Assignment("removal denied", #"{"denyAppRemoval":true}"#) {
      $0.application.denyAppRemoval = true
    },
    Assignment("removal relinquished", #"{"denyAppRemoval":null}"#) {
      $0.application.denyAppRemoval = nil
    },
    Assignment("blocked applications", #"{"blockedApplications":["org.gnome.Chess"]}"#) {
      $0.application.blockedApplications = [Application(bundleIdentifier: "org.gnome.Chess")]
    },
    Assignment("blocked applications relinquished", #"{"blockedApplications":null}"#) {
      $0.application.blockedApplications = nil
    },
    Assignment("the adult filter", #"{"webContentFilter":{"auto":{"domains":[],"except":[]}}}"#) {
      $0.webContent.blockedByFilter = .auto()
    },
    Assignment(
      "the adult filter with exceptions",
      #"{"webContentFilter":{"auto":{"domains":[],"except":["chess.test"]}}}"#
    ) {
      $0.webContent.blockedByFilter = .auto(except: [WebDomain(domain: "chess.test")])
    },
    Assignment(
      "a filter of named sites", #"{"webContentFilter":{"specific":{"domains":["chess.test"]}}}"#
    ) {
      $0.webContent.blockedByFilter = .specific([WebDomain(token: try site)])
    },
    Assignment("an explicit no filter", #"{"webContentFilter":{"none":{}}}"#) {
      $0.webContent.blockedByFilter = WebContentSettings.FilterPolicy.none
    },
    Assignment("no filter", #"{"webContentFilter":null}"#) {
      $0.webContent.blockedByFilter = nil
    },
    Assignment(
      "everything cleared",
      #"{"blockedApplications":null,"denyAppRemoval":null,"shieldedApplications":null,"#
        + #""shieldedCategories":null,"shieldedWebDomains":null,"webContentFilter":null}"#
    ) {
      $0.clearAllSettings()
    },
  ]

  @Test(
    "an assignment is one write of one field, and nil relinquishes it",
    arguments: assignmentCases, Way.allCases)
  func assignment(_ assignment: Assignment, way: Way) throws {
    try withApp(way) { fixture in
      let store = ManagedSettingsStore(named: .init("rule-focus"))
      try assignment.assign(store)
      try store.confirm()
      #expect(
        fixture.log.requests
          == [#"store.change {"changes":\#(assignment.changes),"store":"rule-focus"}"#])
    }
  }

  @Test("reading a store gives what was written to it", arguments: Way.allCases)
  func reading(way: Way) throws {
    try withApp(way) { _ in
      let store = ManagedSettingsStore(named: .init("rule-focus"))
      let other = ManagedSettingsStore(named: .init("rule-late"))
      #expect(store.shield.applications == nil)
      store.shield.applications = [try chess]
      store.shield.applicationCategories = .specific([try games], except: [try chess])
      store.shield.webDomains = [try site]
      store.application.denyAppRemoval = false
      store.application.blockedApplications = [Application(token: try chess)]
      store.webContent.blockedByFilter = .auto([WebDomain(token: try site)])
      #expect(try store.shield.applications == [chess])
      #expect(try store.shield.applicationCategories == .specific([games], except: [chess]))
      #expect(try store.shield.webDomains == [site])
      #expect(store.application.denyAppRemoval == false)
      #expect(try store.application.blockedApplications == [Application(token: chess)])
      #expect(try store.webContent.blockedByFilter == .auto([WebDomain(token: site)]))
      #expect(other.shield.applications == nil)
      #expect(try other.settings().isEmpty)
      try store.confirm()
    }
  }

  @Test("a set is edited in place like any other")
  func inPlace() throws {
    try withApp(.inProcess) { _ in
      let store = ManagedSettingsStore()
      store.shield.applications = []
      store.shield.applications?.insert(try chess)
      #expect(try store.shield.applications == [chess])
    }
  }

  @Test("an update writes everything at once, and answers with what was stored")
  func update() throws {
    try withApp(.inProcess) { fixture in
      let store = ManagedSettingsStore()
      store.application.denyAppRemoval = true
      let stored = try store.update { settings in
        settings.shieldedApplications = []
      }
      #expect(stored.denyAppRemoval == true)
      #expect(stored.shieldedApplications == [])
      #expect(fixture.log.requests.count == 3)
      #expect(fixture.log.requests[1] == #"store.read {"store":"default"}"#)
      #expect(fixture.log.requests[2].contains(#""denyAppRemoval":true,"shieldedApplications":[]"#))
    }
  }

  @Test("a refused write is thrown where it can be, and nothing is left over")
  func thrown() throws {
    try withApp(.inProcess) { fixture in
      fixture.log.refuse(StoreChange.name, tooMany)
      let store = ManagedSettingsStore()
      let error = #expect(throws: ScreenTimeError.self) { try store.replace(with: StoreSettings()) }
      #expect(error?.code == .overLimit)
      #expect(error?.message == tooMany.message)
      #expect(error?.hint == tooMany.hint)
      try store.confirm()
    }
  }

  @Test("a refused assignment is kept until somebody asks, and then forgotten")
  func kept() throws {
    try withApp(.inProcess) { fixture in
      fixture.log.refuse(StoreChange.name, tooMany)
      let store = ManagedSettingsStore()
      store.shield.applications = []
      store.clearAllSettings()
      let error = #expect(throws: ScreenTimeError.self) { try store.confirm() }
      #expect(error?.code == .overLimit)
      try store.confirm()
    }
  }

  @Test("a failed reading is kept like a failed write")
  func failedReading() throws {
    try withApp(.inProcess) { fixture in
      fixture.log.refuse(StoreRead.name, BusError(code: .internalFailure, message: "no"))
      let store = ManagedSettingsStore()
      #expect(store.shield.applications == nil)
      #expect(throws: ScreenTimeError.self) { try store.confirm() }
    }
  }

  @Test("an entry that names nothing stops the whole assignment")
  func namesNothing() throws {
    try withApp(.inProcess) { fixture in
      let store = ManagedSettingsStore()
      store.application.blockedApplications = [
        Application(token: try chess), Application(bundleIdentifier: "two words"),
      ]
      var error = #expect(throws: ScreenTimeError.self) { try store.confirm() }
      #expect(error?.message == "1 of 2 entries name no application")
      store.webContent.blockedByFilter = .auto([], except: [WebDomain(domain: "localhost")])
      error = #expect(throws: ScreenTimeError.self) { try store.confirm() }
      #expect(error?.message == "1 of 1 entries name no site")
      #expect(fixture.log.requests.isEmpty)
    }
  }

  @Test("without a service the error says what is missing")
  func noSession() {
    let error = #expect(throws: ScreenTimeError.self) { try ManagedSettingsStore().settings() }
    #expect(error?.code == .unreachable)
    #expect(error?.hint?.isEmpty == false)
  }

  private var tooMany: BusError {
    BusError(
      code: .overLimit, message: "51 applications; at most 50 are allowed", hint: "choose fewer")
  }
}
