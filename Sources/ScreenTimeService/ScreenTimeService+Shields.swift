import Bus
import CivilTime
import ScreenTimeModel
import ScreenTimeProtocol

/// What a shield shows, and what a press on it does.
extension ScreenTimeService {
  /// What a shield shows where its extension says nothing, or nothing in time.
  private static let neutral = ShieldContent(title: "App Blocked", primaryButton: "OK")

  /// Tells whether a subject is shielded, and asks the extension what the shield shows.
  func showShield(
    _ request: ShieldShow, _ caller: Caller, _ responder: Responder<ShieldShow.Reply>
  ) {
    let groups = desk.groups(shielding: request.subject)
    guard !groups.isEmpty else { return responder.reply(ShieldShow.Reply(shielded: false)) }
    guard let group = first(of: groups, having: .shieldConfiguration) else {
      return responder.reply(ShieldShow.Reply(shielded: true, content: Self.neutral))
    }
    host.ask(
      ShieldConfigure(
        subject: request.subject, category: category(of: request.subject), now: time.now,
        zone: time.zone.identifier, suspectWall: time.suspectWall),
      of: .shieldConfiguration, in: group, attempts: 2, within: configuration.timing.configure,
      server: server, cause: caller.reference
    ) { result in
      var content = Self.neutral
      if case .success(let answer) = result {
        content.title = answer.title ?? content.title
        content.subtitle = answer.subtitle
        content.primaryButton = answer.primaryButton ?? content.primaryButton
        content.secondaryButton = answer.secondaryButton
      }
      responder.reply(ShieldShow.Reply(shielded: true, content: content))
    }
  }

  /// Hands a press to the extension and does what it answers.
  func pressShield(
    _ request: ShieldPress, _ caller: Caller, _ responder: Responder<ShieldPress.Reply>
  ) {
    let groups = desk.groups(shielding: request.subject)
    guard !groups.isEmpty else {
      return responder.fail(
        BusError(.notShielded, "nothing shields \"\(request.subject.name)\" now"))
    }
    guard let group = first(of: groups, having: .shieldAction) else {
      return pressNeutral(request, responder)
    }
    host.ask(
      ShieldAct(
        subject: request.subject, action: request.action, now: time.now,
        zone: time.zone.identifier, suspectWall: time.suspectWall),
      of: .shieldAction, in: group, within: configuration.timing.act, server: server,
      cause: caller.reference
    ) { [weak self] result in
      switch result {
      case .success(let outcome): self?.carryOut(outcome, request, responder)
      case .failure(let failure): responder.fail(failure)
      }
    }
  }

  /// The neutral shield has one button, which closes the app.
  private func pressNeutral(_ request: ShieldPress, _ responder: Responder<ShieldPress.Reply>) {
    guard request.action == .primaryButtonPressed else {
      return responder.fail(
        BusError(.noExtension, "no extension takes presses on this shield's second button"))
    }
    carryOut(ShieldOutcome(response: .close), request, responder)
  }

  private func carryOut(
    _ outcome: ShieldOutcome, _ request: ShieldPress, _ responder: Responder<ShieldPress.Reply>
  ) {
    switch outcome.response {
    case .none: break
    case .close:
      if case .application(let app) = request.subject, desk.shields(app) { desk.close(app) }
    case .defer: enforceUnion()
    }
    responder.reply(
      ShieldPress.Reply(
        response: outcome.response, refusal: outcome.refusal,
        shielded: !desk.groups(shielding: request.subject).isEmpty))
  }

  private func first(of groups: [String], having point: ExtensionPoint) -> String? {
    if let group = groups.first(where: { host.has(point, in: $0) }) { return group }
    readManifests()
    return groups.first { host.has(point, in: $0) }
  }

  private func category(of subject: ShieldSubject) -> ActivityCategoryToken? {
    guard case .application(let app) = subject else { return nil }
    return desk.category(shielding: app)
  }
}

extension ShieldSubject {
  /// What people call it.
  var name: String {
    switch self {
    case .application(let app): app.rawValue
    case .webDomain(let site): site.rawValue
    }
  }
}
