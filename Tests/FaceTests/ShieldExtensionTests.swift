import Bus
import ManagedSettings
import ManagedSettingsUI
import ScreenTimeProtocol
import Testing

@Suite("Shield extensions")
struct ShieldExtensionTests {
  @Test("a configuration's labels are what the shield shows", arguments: Way.allCases)
  func configuration(way: Way) throws {
    let answers = try serve(
      TestDataSource(), way,
      [
        .configure(try configure(.application(chess))),
        .configure(try configure(.application(chess), in: games)),
        .configure(try configure(.webDomain(site))),
        .configure(try configure(.webDomain(site), in: games)),
      ])
    #expect(
      answers == [
        #"ok {"primaryButton":"OK","secondaryButton":"Open (3 left)","subtitle":"org.gnome.Chess","#
          + #""title":"App Blocked"}"#,
        #"ok {"title":"games"}"#,
        "ok {}",
        "ok {}",
      ])
  }

  @Test("an app that is named by its path has no bundle identifier")
  func byPath() throws {
    let application = Application(token: try .init(parsing: "/usr/games/chess"))
    #expect(application.bundleIdentifier == nil)
    #expect(application.token?.executablePath == "/usr/games/chess")
  }

  @Test("a press is answered with the response and, where refused, the reason")
  func press() throws {
    let answers = try serve(
      TestDelegate(), .inProcess,
      [
        .act(try act(.application(chess), .secondaryButtonPressed)),
        .act(try act(.application(chess), .primaryButtonPressed)),
        .act(try act(.webDomain(site), .secondaryButtonPressed)),
      ])
    #expect(
      answers == [
        #"ok {"refusal":{"code":"noOpensLeft","message":"No opens left today"},"#
          + #""response":"none"}"#,
        #"ok {"response":"close"}"#,
        "error internalFailure dev.example.action returned without answering the press",
      ])
  }

  @Test("the first answer to a press counts", arguments: Way.allCases)
  func firstAnswer(way: Way) throws {
    let answers = try serve(
      HastyDelegate(), way, [.act(try act(.application(chess), .secondaryButtonPressed))])
    #expect(answers == [#"ok {"response":"defer"}"#])
  }

  @Test("a delegate that overrides nothing leaves the shield as it is")
  func inherited() throws {
    let answers = try serve(
      HastyDelegate(), .inProcess, [.act(try act(.webDomain(site), .secondaryButtonPressed))])
    #expect(answers == [#"ok {"response":"none"}"#])
  }

  private func serve<Handler: ExtensionHandler>(
    _ handler: Handler, _ way: Way, _ script: [ScriptedCall], test: String = #function
  ) throws -> [String] {
    let fixture = try Fixture(way, script: script, test: test)
    defer { fixture.close() }
    try fixture.serveScript(handler)
    return fixture.log.answers
  }

  private func configure(
    _ subject: ShieldSubject, in category: ActivityCategoryToken? = nil
  ) -> ShieldConfigure {
    ShieldConfigure(
      subject: subject, category: category, now: callback().now, zone: "Europe/Berlin")
  }

  private func act(_ subject: ShieldSubject, _ action: ShieldAction) -> ShieldAct {
    ShieldAct(subject: subject, action: action, now: callback().now, zone: "Europe/Berlin")
  }
}

private final class TestDataSource: ShieldConfigurationDataSource {
  override class var extensionIdentifier: String { "dev.example.config" }
  override class var appGroup: String { "group.example" }

  override func configuration(shielding application: Application) -> ShieldConfiguration {
    ShieldConfiguration(
      title: .init(text: "App Blocked"),
      subtitle: application.bundleIdentifier.map { .init(text: $0) },
      primaryButtonLabel: .init(text: "OK"),
      secondaryButtonLabel: .init(text: "Open (3 left)"))
  }

  override func configuration(
    shielding application: Application, in category: ActivityCategory
  ) -> ShieldConfiguration {
    ShieldConfiguration(title: category.token.map { .init(text: $0.rawValue) })
  }
}

private final class TestDelegate: ShieldActionDelegate {
  override class var extensionIdentifier: String { "dev.example.action" }
  override class var appGroup: String { "group.example" }

  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    switch action {
    case .primaryButtonPressed: completionHandler(.close)
    case .secondaryButtonPressed:
      refuse(code: "noOpensLeft", message: "No opens left today")
      completionHandler(.none)
    }
  }

  override func handle(
    action: ShieldAction, for webDomain: WebDomainToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {}
}

private final class HastyDelegate: ShieldActionDelegate {
  override class var extensionIdentifier: String { "dev.example.hasty" }
  override class var appGroup: String { "group.example" }

  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(.defer)
    completionHandler(.close)
  }
}
