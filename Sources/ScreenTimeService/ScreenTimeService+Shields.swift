import Bus
import CivilTime
import Enforcement
import ScreenTimeModel
import ScreenTimeProtocol

/// What a shield shows, and what a press on it does.
extension ScreenTimeService {
  /// What a shield shows where its extension says nothing, or nothing in time.
  private static let neutral = ShieldContent(title: "App Blocked", primaryButton: "OK")

  /// Tells whether a subject is shielded, and what its shield shows.
  func showShield(
    _ request: ShieldShow, _ caller: Caller, _ responder: Responder<ShieldShow.Reply>
  ) {
    configureShield(of: request.subject, cause: caller.reference) { content in
      responder.reply(ShieldShow.Reply(shielded: content != nil, content: content))
    }
  }

  /// Tells whoever shows shields that somebody met one.
  func present(_ launch: DeniedLaunch) {
    guard presenters.shouldShow(launch.token, at: clock.uptime) else { return }
    configureShield(of: .application(launch.token), cause: nil) { [weak self] content in
      guard let self, let content else { return }
      let message = ShieldAppeared(
        application: launch.token, pid: launch.pid, user: launch.uid, content: content,
        now: time.now)
      for peer in presenters.peers {
        // Who is gone or silent has no eyes for it, and the next one comes all the same.
        server.send(message, to: peer, within: configuration.timing.configure, cause: nil) { _ in }
      }
    }
  }

  /// Asks the extension what the shield of a subject shows; answers `nil` where nothing shields it.
  private func configureShield(
    of subject: ShieldSubject, cause: MessageReference?,
    _ answer: @escaping (ShieldContent?) -> Void
  ) {
    let groups = desk.groups(shielding: subject)
    guard !groups.isEmpty else { return answer(nil) }
    guard let group = first(of: groups, having: .shieldConfiguration) else {
      return answer(Self.neutral)
    }
    host.ask(
      ShieldConfigure(
        subject: subject, category: category(of: subject), now: time.now,
        zone: time.zone.identifier, suspicion: time.suspicion),
      of: .shieldConfiguration, in: group, attempts: 2, within: configuration.timing.configure,
      server: server, cause: cause
    ) { result in
      var content = Self.neutral
      if case .success(let told) = result {
        content.title = told.title ?? content.title
        content.subtitle = told.subtitle
        content.primaryButton = told.primaryButton ?? content.primaryButton
        content.secondaryButton = told.secondaryButton
      }
      answer(content)
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
        zone: time.zone.identifier, suspicion: time.suspicion),
      of: .shieldAction, in: group, within: configuration.timing.act, server: server,
      cause: caller.reference
    ) { [weak self] result in
      if let self { ticks.stir(at: time.uptime) }
      switch result {
      case .success(let outcome): self?.carryOut(outcome, request, responder)
      case .failure(let failure): responder.fail(Self.undecided(failure))
      }
    }
  }

  /// A press that the extension has not answered.
  ///
  /// That it has ended or was silent is told in a word of its own: the one for it means the conversation
  /// with whoever is asked, and the caller's conversation with this service goes on.
  private static func undecided(_ failure: BusError) -> BusError {
    switch failure.code {
    case .timeout, .peerGone, .closed, .congested, .unreachable:
      BusError(
        .noExtension, "nobody has decided the press: \(failure.message)", hint: "press again")
    default: failure
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
    if let group = groups.first(where: { !host.lacks(point, in: $0) }) { return group }
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
