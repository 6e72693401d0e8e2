import Bus
import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel
import ScreenTimeProtocol

/// The messages about shields: the platform shows and presses, the app tells what came of it.
extension AppService {
  /// Takes them up.
  func serveShields() {
    server.on(AppShield.self) { [unowned self] request, _ throws(BusError) in
      let answer = try askPlatform(ShieldShow(subject: .application(request.app)))
      return ShieldReport(
        app: request.app, shielded: answer.shielded, content: answer.content ?? ShieldContent())
    }
    server.on(AppPress.self) { [unowned self] request, _ throws(BusError) in try press(request) }
  }

  private func press(_ request: AppPress) throws(BusError) -> AppPress.Reply {
    let answer: ShieldPress.Reply
    do {
      answer = try askPlatform(
        ShieldPress(subject: .application(request.app), action: request.action))
    } catch {
      guard error.code == .notShielded else { throw error }
      // While a granted open lives there is no shield to press, and nothing is spent (decision O4).
      guard try hasLivingSession(request.app) else {
        throw BusError(
          BusErrorCode(rawValue: RefusalCode.notScheduled.rawValue),
          "\(error.message): no open limit holds for it, and no open was spent")
      }
      return AppPress.Reply(response: .defer, opens: try opens(of: request.app))
    }
    if let refusal = answer.refusal {
      throw BusError(BusErrorCode(rawValue: refusal.code), refusal.message)
    }
    return AppPress.Reply(response: answer.response, opens: try opens(of: request.app))
  }

  /// The opens spent today, by the rules that count them for an app.
  private func opens(of app: ApplicationToken) throws(BusError) -> [String: Int] {
    Dictionary(
      try openLimits(covering: app).map { ($0.rule.name, $0.usage.opens) },
      uniquingKeysWith: { first, _ in first })
  }

  private func hasLivingSession(_ app: ApplicationToken) throws(BusError) -> Bool {
    try openLimits(covering: app).contains { judged in
      if case .openSession = judged.state { true } else { false }
    }
  }

  private func openLimits(covering app: ApplicationToken) throws(BusError) -> [JudgedRule] {
    let known = try askPlatform(CatalogList(search: app.rawValue)).applications
    let categories = Set(known.first { $0.token == app }?.categories ?? [])
    return try picture().judged.filter { judged in
      judged.rule.kind == .openLimit && judged.rule.isEnabled
        && RuleShield.covers(.application(app), categories: categories, judged.rule)
    }
  }

  private func askPlatform<R: BusRequest>(_ request: R) throws(BusError) -> R.Reply {
    do {
      return try platform.ask(request)
    } catch {
      guard error.endsConversation else { throw error }
      throw BusError(
        .unavailable, "screentimed cannot be reached: \(error.message)",
        hint: "start screentimed, or everything with openapplock up")
    }
  }
}
