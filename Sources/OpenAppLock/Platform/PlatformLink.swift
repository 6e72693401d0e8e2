package import Bus
package import CivilTime
package import EventLoop
package import ScreenTimeClient
import FamilyControls
package import OpenAppLockRules
import ScreenTimeProtocol

/// The app's line to the Screen Time service: connects, connects again, and keeps the time.
///
/// While the service is away, questions fail at once; nothing waits for it. It is tried again after a
/// growing pause.
package final class PlatformLink {
  /// How often the service is to tell that time has passed, in its own seconds.
  package static let tickSeconds = 30
  /// The pause before the first new attempt, and the longest one.
  private static let shortestPause = Duration.milliseconds(100)
  private static let longestPause = Duration.seconds(10)

  /// Called when the service is there, at first or again.
  package var onPresent: (() -> Void)?
  /// Called when the service says that time has passed; it is answered afterwards, with the instant
  /// until which time alone changes nothing, where that can be told.
  package var onTick: (() -> Instant?)?
  /// Called when the service has gone.
  package var onGone: (() -> Void)?

  /// The conversation, while there is one.
  package private(set) var session: ScreenTimeSession?
  /// Why there is none.
  package private(set) var absence: BusError?

  private let loop: EventLoop
  private let connect: () throws(BusError) -> ScreenTimeSession
  private var timer: LoopTimer?
  private var pause = shortestPause
  private var isRunning = false
  private var zone: Zone?
  private var lastReading: (reading: ClockReading, uptime: Duration)?

  /// Makes a line that is connected by `connect`, once it is started.
  package init(
    loop: EventLoop, connect: @escaping () throws(BusError) -> ScreenTimeSession
  ) {
    self.loop = loop
    self.connect = connect
  }

  /// Connects, and keeps trying until it is stopped.
  package func start() {
    isRunning = true
    attempt()
  }

  /// Says goodbye.
  package func stop() {
    isRunning = false
    timer?.cancel()
    session?.close()
    session = nil
  }

  /// Asks the service.
  ///
  /// - Throws: what the service answered, or why it can't be asked; then it is tried again later.
  package func ask<R: BusRequest>(_ request: R) throws(BusError) -> R.Reply {
    guard let session else { throw reasonForAbsence }
    do {
      return try session.ask(request)
    } catch {
      note(error)
      throw error
    }
  }

  /// Why there is nobody to ask.
  package var reasonForAbsence: BusError { absence ?? Self.notStarted }

  /// Asks whether the service is there, for somebody who met a failure that doesn't say so.
  ///
  /// - Throws: why it isn't.
  package func requirePresence() throws(BusError) {
    _ = try ask(ClockRead())
  }

  /// Takes note of a failure that somebody met on the conversation: one that ends it ends it here.
  package func note(_ failure: BusError) {
    guard failure.endsConversation, session != nil else { return }
    lose(failure)
  }

  /// Tells the service's time, trusted and suspect, and zone, `nil` where nobody knows them.
  ///
  /// They are asked, or reckoned from the last answer while the service is away. This process never
  /// reads a wall clock.
  package func moments() -> Moments? {
    if session != nil, let reading = try? ask(ClockRead()) {  // A failure has been noted by `ask`.
      remember(reading)
    }
    guard let lastReading else { return nil }
    return zone(named: lastReading.reading.zone).map {
      Moments(Moment(reckonedNow, in: $0), suspicion: reckonedSuspicion)
    }
  }

  /// The zone that the service has named; `nil` where this machine lacks it.
  ///
  /// It seldom changes, so its tables are read once.
  private func zone(named identifier: String) -> Zone? {
    if let zone, zone.identifier == identifier { return zone }
    zone = try? Zone(identifier: identifier)
    return zone
  }

  /// The time reckoned from the service's last word; the epoch until there was one.
  package var reckonedNow: Instant {
    guard let (reading, uptime) = lastReading else { return Instant(milliseconds: 0) }
    return reading.isVirtual ? reading.now : reading.now + (loop.uptime - uptime)
  }

  private var reckonedSuspicion: Suspicion? {
    guard let (reading, _) = lastReading, let suspicion = reading.suspicion else { return nil }
    return Suspicion(
      wall: suspicion.wall + (reckonedNow - reading.now), agreed: suspicion.agreed)
  }

  // MARK: Connecting

  private static let notStarted = BusError(.unreachable, "screentimed has not been reached yet")

  private func attempt() {
    guard isRunning, session == nil else { return }
    do {
      let session = try connect()
      try greet(session)
      self.session = session
      absence = nil
      pause = Self.shortestPause
      onPresent?()
    } catch {
      absence = error
      tryAgainLater()
    }
  }

  private func greet(_ session: ScreenTimeSession) throws(BusError) {
    do {
      remember(try session.ask(ClockRead()))
      try authorize(session)
      _ = try session.ask(ClockSubscribe(everySeconds: Self.tickSeconds))
      try session.connection?.attach(
        to: loop, { [weak self] request in self?.handle(request) },
        gone: { [weak self, weak session] in
          guard let self, let session, self.session === session else { return }
          self.lose(BusError(.peerGone, "screentimed has ended"))
        })
    } catch {
      session.close()
      throw error
    }
  }

  private func authorize(_ session: ScreenTimeSession) throws(BusError) {
    do {
      try ScreenTimeSession.withCurrent(session) { () throws(FamilyControlsError) in
        try AuthorizationCenter.shared.requestAuthorization(for: .individual)
      }
    } catch {
      throw BusError(.unauthorized, "\(error)")
    }
  }

  private func lose(_ reason: BusError) {
    session?.close()
    session = nil
    absence = reason
    onGone?()
    tryAgainLater()
  }

  private func tryAgainLater() {
    guard isRunning else { return }
    timer?.cancel()
    timer = loop.after(pause) { [weak self] in self?.attempt() }
    pause = min(pause * 2, Self.longestPause)
  }

  // MARK: What the service says

  private func handle(_ request: IncomingRequest) {
    guard request.type == ClockTick.name else {
      request.fail(BusError(.unknownMessage, "the app takes no \(request.type)"))
      return
    }
    do {
      let tick = try request.decode(ClockTick.self)
      let isVirtual = lastReading?.reading.isVirtual ?? false
      remember(
        ClockReading(
          now: tick.now, zone: tick.zone, isVirtual: isVirtual, suspicion: tick.suspicion))
    } catch {
      request.fail(error)
      return
    }
    let outer = session?.cause
    session?.cause = request.reference
    let quietUntil = onTick?()
    session?.cause = outer
    request.reply(Quiet(until: quietUntil))
  }

  private func remember(_ reading: ClockReading) {
    lastReading = (reading, loop.uptime)
  }
}

extension BusError {
  /// Whether nobody can be asked on the same conversation any more.
  var endsConversation: Bool {
    switch code {
    case .unreachable, .timeout, .peerGone, .closed, .congested, .protocolMismatch: true
    default: false
    }
  }
}
