import Bus
import EventLoop
import ScreenTimeModel
import ScreenTimeProtocol

/// One extension: its errands in order, and whoever does them.
///
/// At most one errand is on its way at any moment, so an extension sees its callbacks in order. They are
/// done by whoever said hello: the program that the host started, or one that somebody started by hand,
/// which is then used instead until it leaves.
final class ExtensionSlot {
  /// What the slot needs of the host.
  struct Surroundings {
    let loop: EventLoop
    let timing: HostTiming
    /// What has passed by the service's clock.
    let uptime: () -> Duration
    /// Starts nothing where it is false: the extensions are in this process.
    let startsProgram: Bool
    let reports: HostReports
    /// Called when an errand is over or waits for the service's clock.
    let settled: () -> Void
  }

  /// Whether the extension is known only because somebody started it by hand.
  private(set) var isTransient: Bool
  private(set) var byHand: Peer?
  private let keeper: ProgramKeeper
  private let surroundings: Surroundings
  private var queue: [Errand] = []
  private var onItsWay: Errand?
  private var startedPeer: PeerID?
  /// When a callback that failed may be delivered again, by the boot-time clock.
  private var notBefore: Duration = .zero
  private var wakeTimer: LoopTimer?
  private var idleTimer: LoopTimer?
  private var isPumping = false
  /// Whether something is over that is still to be told.
  private var hasSettled = false
  private var isStopped = false

  init(keeping keeper: ProgramKeeper, isTransient: Bool, surroundings: Surroundings) {
    self.keeper = keeper
    self.isTransient = isTransient
    self.surroundings = surroundings
    keeper.ended = { [unowned self] in programEnded() }
  }

  private var loop: EventLoop { surroundings.loop }
  private var timing: HostTiming { surroundings.timing }
  private var peer: PeerID? { byHand?.id ?? startedPeer }

  /// Who the extension is.
  var manifest: ExtensionManifest { keeper.manifest }

  /// Whether there is anything that is not over.
  var isBusy: Bool { onItsWay != nil || !queue.isEmpty }

  /// Whether nothing happens before the service's clock goes on.
  var isSettled: Bool { !isPumping && (!isBusy || waitsForClock != nil) }

  /// Until when the service's clock has to go on before anything happens here; `nil` when nothing waits
  /// for that.
  var waitsForClock: Duration? {
    guard onItsWay == nil, peer == nil, surroundings.startsProgram, let errand = queue.first,
      case .service(let deadline) = errand.deadline
    else { return nil }
    if isTransient { return deadline }
    return keeper.pausedUntil.map { min($0, deadline) }
  }

  /// Whether errands are of no use, because the program died too often and nobody serves in its place.
  func staysGivenUp() -> Bool { peer == nil && !isTransient && keeper.staysGivenUp() }

  /// The callbacks that are still owed, in order.
  var owed: [MonitorCallback] {
    ([onItsWay].compactMap { $0 } + queue).compactMap(\.callback)
  }

  /// The process that the host started, while it lives.
  var startedPid: Int32? { keeper.pid }

  /// How the extension is, for status.
  var state: ExtensionState {
    ExtensionState(
      manifest: manifest, pid: byHand?.credentials.pid ?? keeper.pid,
      startedByHand: byHand != nil, deaths: keeper.deaths,
      waiting: queue.count + (onItsWay == nil ? 0 : 1))
  }

  /// Adds an errand; it is done in its turn.
  func add(_ errand: Errand) {
    queue.append(errand)
    pump()
  }

  /// The service's clock has gone on.
  func clockWentOn() {
    if !queue.isEmpty { pump() }
  }

  /// Goes by this manifest from now on.
  func replace(_ manifest: ExtensionManifest) {
    guard manifest != keeper.manifest || isTransient else { return }
    isTransient = false
    startedPeer = nil
    keeper.replace(manifest)
    pump()
  }

  // MARK: Who serves

  /// The program that the host started has said hello.
  func startedOneIsReady(_ peer: PeerID) {
    keeper.saidHello()
    startedPeer = peer
    pump()
  }

  /// Somebody has started the extension by hand; it is used from now on.
  func takeOver(by peer: Peer) {
    byHand = peer
    keeper.forgive()
    pump()
  }

  /// A connection has ended; what was on its way over it is delivered to whoever comes next.
  func lost(_ peer: PeerID) {
    if byHand?.id == peer { byHand = nil }
    if startedPeer == peer {
      startedPeer = nil
      keeper.connectionEnded()
    }
    pump()
  }

  /// Gives up everything and asks the program to end.
  func stop() {
    isStopped = true
    for timer in [wakeTimer, idleTimer] { timer?.cancel() }
    keeper.end()
  }

  /// Whether nothing that the host started runs any more.
  var hasEnded: Bool { keeper.pid == nil }

  // MARK: The errands

  private func pump() {
    guard !isPumping, !isStopped else { return }
    isPumping = true
    doWhatCanBeDone()
    isPumping = false
    guard hasSettled else { return }
    // Not before: whoever hears of it may let the clock go on, and everything here looks at that.
    hasSettled = false
    surroundings.settled()
  }

  private func doWhatCanBeDone() {
    wakeTimer?.cancel()
    while onItsWay == nil, let errand = queue.first {
      idleTimer?.cancel()
      idleTimer = nil
      guard let peer else {
        if let reason = reasonNotToWait(for: errand) {
          queue.removeFirst()
          giveUp(errand, reason)
          continue
        }
        if mayTryAtOnce() { continue }
        return waitForSomebody(to: errand)
      }
      guard left(for: errand) > .zero else {
        queue.removeFirst()
        giveUp(errand, tooLate)
        continue
      }
      guard notBefore <= loop.uptime else {
        return wake(after: min(notBefore - loop.uptime, left(for: errand)))
      }
      queue.removeFirst()
      send(errand, to: peer)
    }
    if onItsWay == nil { armIdleTimer() }
  }

  /// Why it makes no sense to wait for somebody who does an errand; `nil` while it does.
  private func reasonNotToWait(for errand: Errand) -> BusError? {
    if !surroundings.startsProgram {
      // It lives in this process, and nobody could bring it back while this waits.
      return BusError(.peerGone, "\(manifest.identifier) is not there")
    }
    if staysGivenUp() { return BusError(.peerGone, "\(manifest.identifier) was given up") }
    return left(for: errand) > .zero ? nil : tooLate
  }

  private var tooLate: BusError {
    BusError(.timeout, "\(manifest.identifier) was not there in time")
  }

  /// Starts the program, where there is one; answers whether it failed to start and may be tried again
  /// without a pause.
  private func mayTryAtOnce() -> Bool {
    !isTransient && !keeper.start() && keeper.pausedUntil == nil
  }

  /// Nobody is there yet: what comes next is a hello, the program's end, the end of its pause or the
  /// errand's deadline, and by the service's clock the last two are the service's to tell.
  private func waitForSomebody(to errand: Errand) {
    if case .machine = errand.deadline {
      let pause = keeper.pausedUntil.map { $0 - surroundings.uptime() }
      wake(after: min(pause ?? left(for: errand), left(for: errand)))
    }
    loop.enqueue { [surroundings] in surroundings.settled() }
  }

  private func left(for errand: Errand) -> Duration {
    switch errand.deadline {
    case .machine(let deadline): deadline - loop.uptime
    case .service(let deadline): deadline - surroundings.uptime()
    }
  }

  private func send(_ errand: Errand, to peer: PeerID) {
    onItsWay = errand
    errand.tries += 1
    keeper.serves(true)
    errand.send(peer, min(errand.attempt, left(for: errand))) { [weak self] failure in
      self?.answered(errand, by: peer, failure)
    }
  }

  private func answered(_ errand: Errand, by peer: PeerID, _ failure: BusError?) {
    guard !isStopped else { return }
    onItsWay = nil
    keeper.serves(false)
    guard let failure else {
      if startedPeer == peer { keeper.forgive() }
      errand.finished(nil)
      hasSettled = true
      return pump()
    }
    if failure.code == .peerGone || failure.code == .closed || failure.code == .congested {
      lost(peer)
    } else if failure.code == .timeout, startedPeer == peer {
      // It hangs: the next attempt goes to a new one.
      startedPeer = nil
      keeper.condemn("extensionHangs", "did not answer in time and was ended: \(errand.label)")
    } else {
      notBefore = loop.uptime + timing.pause(afterDeaths: errand.tries)
    }
    if errand.tries < errand.attempts, left(for: errand) > .zero {
      queue.insert(errand, at: 0)
    } else {
      giveUp(errand, failure)
    }
    pump()
  }

  private func giveUp(_ errand: Errand, _ failure: BusError) {
    surroundings.reports.fault(
      "lateCallback", "\(errand.label) was not taken by \(manifest.identifier): \(failure.message)")
    errand.finished(failure)
    hasSettled = true
  }

  private func wake(after delay: Duration) {
    wakeTimer?.cancel()
    wakeTimer = loop.after(max(.zero, delay)) { [weak self] in self?.pump() }
  }

  // MARK: Its program

  private func armIdleTimer() {
    guard keeper.pid != nil, idleTimer == nil else { return }
    idleTimer = loop.after(timing.warmth) { [weak self] in self?.becomeIdle() }
  }

  private func becomeIdle() {
    idleTimer = nil
    guard !isBusy else { return }
    startedPeer = nil
    keeper.end()
  }

  private func programEnded() {
    startedPeer = nil
    idleTimer?.cancel()
    idleTimer = nil
    hasSettled = true
    pump()
  }
}
