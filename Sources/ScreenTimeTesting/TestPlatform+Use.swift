import Bus
import ScreenTimeProtocol

/// What the user does: uses apps, meets shields, presses their buttons.
extension TestPlatform {
  /// The applications that are in front of the user now.
  public var inFront: [String] { foreground.map(\.rawValue) }

  /// Puts applications in front of the user, until others are; none takes all away.
  ///
  /// - Throws: ``TestPlatformError`` for a name that names no application.
  public func putInFront(_ apps: String...) throws(TestPlatformError) {
    try putInFront(apps)
  }

  /// Has applications in front of the user while time passes, and none afterwards.
  ///
  /// - Throws: ``TestPlatformError``.
  public func use(_ apps: String..., for duration: Duration) throws(TestPlatformError) {
    try putInFront(apps)
    try advance(by: duration)
    try putInFront([])
  }

  /// How long applications were in use today, together: two at once count once.
  public func use(of apps: String...) throws(TestPlatformError) -> Duration {
    let chosen = Set(try tokens(apps))
    return .seconds(
      try ask(
        UsageRead(selection: FamilyActivitySelection(applicationTokens: chosen)),
        "read how long \(apps.joined(separator: ", ")) was in use"
      ).seconds)
  }

  // MARK: Shields

  /// The known applications that are under a shield now, sorted.
  public func shieldedApplications() throws(TestPlatformError) -> [String] {
    try status().shieldedApplications.map(\.rawValue)
  }

  /// Whether an application is under a shield now.
  public func isShielded(_ app: String) throws(TestPlatformError) -> Bool {
    try show(application(app)).shielded
  }

  /// Whether a site is under a shield now.
  public func isShielded(site: String) throws(TestPlatformError) -> Bool {
    try show(self.site(site)).shielded
  }

  /// What the shield of an application shows now; `nil` where there is none.
  public func shield(of app: String) throws(TestPlatformError) -> ShieldContent? {
    try show(application(app)).content
  }

  /// What the shield of a site shows now; `nil` where there is none.
  public func shield(ofSite site: String) throws(TestPlatformError) -> ShieldContent? {
    try show(self.site(site)).content
  }

  /// Presses a button of an application's shield.
  ///
  /// - Throws: ``TestPlatformError`` where nothing shields it, and where the extension fails.
  @discardableResult
  public func press(
    _ action: ShieldAction, on app: String
  ) throws(TestPlatformError) -> PressResult {
    try press(action, application(app))
  }

  /// Presses a button of a site's shield.
  ///
  /// - Throws: ``TestPlatformError`` where nothing shields it, and where the extension fails.
  @discardableResult
  public func press(
    _ action: ShieldAction, onSite site: String
  ) throws(TestPlatformError) -> PressResult {
    try press(action, self.site(site))
  }

  // MARK: Parts

  func status() throws(TestPlatformError) -> PlatformStatus.Reply {
    try ask(PlatformStatus(), "ask how everything stands")
  }

  func tellForeground() throws(TestPlatformError) {
    _ = try ask(UsageForeground(applications: foreground), "say what is in front")
  }

  private func putInFront(_ apps: [String]) throws(TestPlatformError) {
    foreground = try tokens(apps)
    try tellForeground()
    // What waited for somebody to use the machine is on its way now.
    if trouble.mode == .untilUsed { try settle() }
  }

  private func show(_ subject: ShieldSubject) throws(TestPlatformError) -> ShieldShow.Reply {
    try ask(ShieldShow(subject: subject), "show a shield")
  }

  private func press(
    _ action: ShieldAction, _ subject: ShieldSubject
  ) throws(TestPlatformError) -> PressResult {
    PressResult(
      try ask(ShieldPress(subject: subject, action: action), "press a shield's button"))
  }

  private func tokens(_ apps: [String]) throws(TestPlatformError) -> [ApplicationToken] {
    var tokens: [ApplicationToken] = []
    for app in apps { tokens.append(try token(app)) }
    return tokens
  }

  private func token(_ app: String) throws(TestPlatformError) -> ApplicationToken {
    do {
      return try ApplicationToken(parsing: app)
    } catch {
      throw failure("invalid", error.description)
    }
  }

  private func application(_ app: String) throws(TestPlatformError) -> ShieldSubject {
    .application(try token(app))
  }

  private func site(_ site: String) throws(TestPlatformError) -> ShieldSubject {
    do {
      return .webDomain(try WebDomainToken(parsing: site))
    } catch {
      throw failure("invalid", error.description)
    }
  }
}
