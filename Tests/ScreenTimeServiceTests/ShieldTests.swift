import Bus
import CivilTime
import Enforcement
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import Testing

@Suite("Shields")
struct ShieldTests {
  private func attach(
    _ fixture: Fixture, _ point: ExtensionPoint,
    _ serve: @escaping (IncomingRequest) throws -> Void
  ) -> TestClient {
    TestClient(
      fixture.service.attachExtension(
        ExtensionManifest(
          identifier: "dev.test.\(point.rawValue)", extensionPoint: point,
          appGroup: "group.test", executable: "/nowhere")
      ) { request in
        do { try serve(request) } catch { Issue.record(error) }
      })
  }

  private func chess() throws -> ShieldSubject { .application(try app("org.test.Chess")) }

  @Test("an app that nothing shields has no shield to show and none to press")
  func open() throws {
    let fixture = try Fixture()
    let shown = try fixture.client().ask(ShieldShow(subject: try chess()))
    #expect(shown == ShieldShow.Reply(shielded: false))
    let error = #expect(throws: BusError.self) {
      try fixture.client().ask(
        ShieldPress(subject: try chess(), action: .primaryButtonPressed))
    }
    #expect(error?.code == .notShielded)
  }

  @Test("a shield shows what its extension says, with the service's own title where it says none")
  func configured() throws {
    let fixture = try Fixture()
    let client = attach(fixture, .shieldConfiguration) { request in
      let asked = try request.decode(ShieldConfigure.self)
      #expect(asked.zone == "Europe/Berlin")
      request.reply(ShieldContent(subtitle: "No opens left", secondaryButton: "Open"))
    }
    try client.shield("rule", ["org.test.Chess"])
    let content = try fixture.client().ask(ShieldShow(subject: try chess())).content
    #expect(
      content
        == ShieldContent(
          title: "App Blocked", subtitle: "No opens left", primaryButton: "OK",
          secondaryButton: "Open"))
  }

  @Test("a shield whose extension says nothing in time shows the neutral one")
  func late() throws {
    let fixture = try Fixture(timing: HostTests.quick)
    var kept: [IncomingRequest] = []
    let client = attach(fixture, .shieldConfiguration) { kept.append($0) }
    try client.shield("rule", ["org.test.Chess"])
    let shown = try fixture.client().ask(ShieldShow(subject: try chess()))
    #expect(shown.shielded)
    #expect(shown.content == ShieldContent(title: "App Blocked", primaryButton: "OK"))
    for request in kept { request.reply(ShieldContent()) }
  }

  @Test("a site below a shielded one is shielded, and the shield of a site can be shown")
  func site() throws {
    let fixture = try Fixture()
    var changes = StoreChanges()
    changes.shieldedWebDomains = .set([try WebDomainToken(parsing: "chess.test")])
    _ = try fixture.client().ask(StoreChange(store: "sites", changes: changes))
    for (site, isShielded) in [("play.chess.test", true), ("mychess.test", false)] {
      let subject = ShieldSubject.webDomain(try WebDomainToken(parsing: site))
      #expect(try fixture.client().ask(ShieldShow(subject: subject)).shielded == isShielded)
    }
  }

  @Test("a press that lifts the shield is answered with the shield lifted")
  func lifts() throws {
    let fixture = try Fixture()
    var client: TestClient?
    client = attach(fixture, .shieldAction) { request in
      try client?.shield("rule", [])
      request.reply(ShieldOutcome(response: .defer))
    }
    try client?.shield("rule", ["org.test.Chess"])
    let reply = try fixture.client().ask(
      ShieldPress(subject: try chess(), action: .secondaryButtonPressed))
    #expect(reply == ShieldPress.Reply(response: .defer, shielded: false))
    #expect(fixture.backend.blocked.isEmpty)
  }

  @Test("a press that is refused says why and leaves the shield")
  func refused() throws {
    let fixture = try Fixture()
    let refusal = ShieldRefusal(code: "noOpensLeft", message: "no opens are left today")
    let client = attach(fixture, .shieldAction) { request in
      request.reply(ShieldOutcome(response: .none, refusal: refusal))
    }
    try client.shield("rule", ["org.test.Chess"])
    let reply = try fixture.client().ask(
      ShieldPress(subject: try chess(), action: .secondaryButtonPressed))
    #expect(reply == ShieldPress.Reply(response: .none, refusal: refusal, shielded: true))
  }

  @Test("a press that closes ends the app's processes")
  func closes() throws {
    let fixture = try Fixture()
    let client = attach(fixture, .shieldAction) { request in
      request.reply(ShieldOutcome(response: .close))
    }
    try client.shield("rule", ["org.test.Chess"])
    _ = try fixture.client().ask(
      ShieldPress(subject: try chess(), action: .primaryButtonPressed))
    #expect(fixture.backend.closed == [try app("org.test.Chess")])
  }

  @Test("a press is handed over once, even when nobody answers")
  func onceOnly() throws {
    let fixture = try Fixture(timing: HostTests.quick)
    var kept: [IncomingRequest] = []
    let client = attach(fixture, .shieldAction) { kept.append($0) }
    try client.shield("rule", ["org.test.Chess"])
    let error = #expect(throws: BusError.self) {
      try fixture.client().ask(
        ShieldPress(subject: try chess(), action: .secondaryButtonPressed))
    }
    // A timeout would be one of the caller's own conversation, which goes on.
    #expect(error?.code == .noExtension)
    #expect(kept.count == 1)
    for request in kept { request.reply(ShieldOutcome(response: .none)) }
  }

  @Test("without an extension the first button closes the app and there is no second")
  func neutral() throws {
    let fixture = try Fixture()
    try fixture.client().shield("rule", ["org.test.Chess"])
    let reply = try fixture.client().ask(
      ShieldPress(subject: try chess(), action: .primaryButtonPressed))
    #expect(reply == ShieldPress.Reply(response: .close, shielded: true))
    #expect(fixture.backend.closed == [try app("org.test.Chess")])
    let error = #expect(throws: BusError.self) {
      try fixture.client().ask(
        ShieldPress(subject: try chess(), action: .secondaryButtonPressed))
    }
    #expect(error?.code == .noExtension)
  }

  @Test("a start that was refused brings up one shield for whoever shows shields")
  func appears() throws {
    let fixture = try Fixture()
    let chess = try app("org.test.Chess")
    let client = attach(fixture, .shieldConfiguration) { request in
      request.reply(ShieldContent(subtitle: "Blocked"))
    }
    try client.shield("rule", ["org.test.Chess"])
    var seen: [ShieldAppeared] = []
    let presenter = fixture.service.server.connectInProcess(as: "presenter") { request in
      do {
        seen.append(try request.decode(ShieldAppeared.self))
        request.reply(Acknowledged())
      } catch { Issue.record(error) }
    }
    let denial = DeniedLaunch(pid: 4711, uid: 1000, token: chess, executable: "/games/chess")
    fixture.backend.onDenied?(denial)
    #expect(seen.isEmpty)
    _ = try presenter.request(ShieldWatch(), within: .seconds(30))
    for _ in 0..<100 { fixture.backend.onDenied?(denial) }
    try fixture.settle()
    #expect(seen.map(\.application) == [chess])
    #expect(seen.first?.content.subtitle == "Blocked")
    try fixture.pass(.seconds(3))
    fixture.backend.onDenied?(denial)
    try fixture.settle()
    #expect(seen.count == 2)
    presenter.close()
  }
}
