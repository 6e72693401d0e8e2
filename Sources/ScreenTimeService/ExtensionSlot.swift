import Bus
import EventLoop
import ScreenTimeModel
import ScreenTimeProtocol

/// One extension: its errands in order, and the process that does them.
///
/// At most one errand is on its way at any moment, so an extension sees its callbacks in order. The
/// process is whoever said hello: one that the host started, or one that somebody started by hand,
/// which is then used instead until it leaves.
final class ExtensionSlot {
  /// What the slot needs of the host.
  struct Surroundings {
    let loop: EventLoop
    let timing: HostTiming
    let log: ExtensionLog
    /// Starts nothing: the extensions are in this process.
    let startsProgram: Bool
    /// The arguments that a program is started with.
    let arguments: [String]
    let fault: (String, String) -> Void
    /// Called when an errand is over.
    let settled: () -> Void
  }

  let manifest: ExtensionManifest
  /// Whether the extension is known only because somebody started it by hand.
  let isTransient: Bool
  private(set) var byHand: Peer?
  private(set) var deaths = 0
  private let surroundings: Surroundings
  private var queue: [Errand] = []
  private var onItsWay: Errand?
  private var process: ExtensionProcess?
  private var startedPeer: PeerID?
  private var deathsInARow = 0
  private var notBefore: Duration = .zero
  private var wakeTimer: LoopTimer?
  private var helloTimer: LoopTimer?
  private var idleTimer: LoopTimer?
  private var isPumping = false
  private var isStopped = false

  init(_ manifest: ExtensionManifest, isTransient: Bool, surroundings: Surroundings) {
    self.manifest = manifest
    self.isTransient = isTransient
    self.surroundings = surroundings
  }

  private var loop: EventLoop { surroundings.loop }
  private var timing: HostTiming { surroundings.timing }
  private var peer: PeerID? { byHand?.id ?? startedPeer }

  /// Whether there is anything that is not over.
  var isBusy: Bool { onItsWay != nil || !queue.isEmpty }

  /// The callbacks that are still owed, in order.
  var owed: [MonitorCallback] {
    ([onItsWay].compactMap { $0 } + queue).compactMap(\.callback)
  }

  /// The process that the host started, while it lives.
  var startedPid: Int32? { process?.pid }

  /// How the extension is, for status.
  var state: ExtensionState {
    ExtensionState(
      manifest: manifest, pid: byHand?.credentials.pid ?? process?.pid,
      startedByHand: byHand != nil, deaths: deaths,
      waiting: queue.count + (onItsWay == nil ? 0 : 1))
  }

  /// Adds an errand; it is done in its turn.
  func add(_ errand: Errand) {
    queue.append(errand)
    pump()
  }

  // MARK: Who serves

  /// The program that the host started has said hello.
  func startedOneIsReady(_ peer: PeerID) {
    helloTimer?.cancel()
    startedPeer = peer
    pump()
  }

  /// Somebody has started the extension by hand; it is used from now on.
  func takeOver(by peer: Peer) {
    byHand = peer
    pump()
  }

  /// A connection has ended; what was on its way over it is delivered to whoever comes next.
  func lost(_ peer: PeerID) {
    if byHand?.id == peer { byHand = nil }
    if startedPeer == peer { startedPeer = nil }
    pump()
  }

  /// Gives up everything and asks the program to end.
  func stop() {
    isStopped = true
    for timer in [wakeTimer, helloTimer, idleTimer] { timer?.cancel() }
    process?.end(within: timing.grace)
  }

  /// Whether nothing that the host started runs any more.
  var hasEnded: Bool { process == nil }

  // MARK: The errands

  private func pump() {
    guard !isPumping, !isStopped else { return }
    isPumping = true
    defer { isPumping = false }
    wakeTimer?.cancel()
    while onItsWay == nil, let errand = queue.first {
      idleTimer?.cancel()
      idleTimer = nil
      guard errand.deadline > loop.uptime else {
        queue.removeFirst()
        giveUp(errand, BusError(.timeout, "\(manifest.identifier) was not there in time"))
        continue
      }
      guard let peer else {
        guard surroundings.startsProgram else {
          // It lives in this process, and nobody could bring it back while this waits.
          queue.removeFirst()
          giveUp(errand, BusError(.peerGone, "\(manifest.identifier) is not there"))
          continue
        }
        wake(at: errand.deadline)
        startProgram()
        return
      }
      guard notBefore <= loop.uptime else { return wake(at: min(notBefore, errand.deadline)) }
      queue.removeFirst()
      send(errand, to: peer)
    }
    if onItsWay == nil { armIdleTimer() }
  }

  private func send(_ errand: Errand, to peer: PeerID) {
    onItsWay = errand
    errand.tries += 1
    let limit = min(errand.attempt, errand.deadline - loop.uptime)
    errand.send(peer, limit) { [weak self] failure in
      self?.answered(errand, by: peer, failure)
    }
  }

  private func answered(_ errand: Errand, by peer: PeerID, _ failure: BusError?) {
    guard !isStopped else { return }
    onItsWay = nil
    guard let failure else {
      deathsInARow = 0
      errand.finished(nil)
      surroundings.settled()
      return pump()
    }
    if failure.code == .peerGone || failure.code == .closed {
      lost(peer)
    } else if failure.code == .timeout, startedPeer == peer {
      // It hangs: the next attempt goes to a new one.
      startedPeer = nil
      process?.kill()
    } else {
      notBefore = loop.uptime + timing.pause(afterDeaths: errand.tries)
    }
    if errand.tries < errand.attempts, errand.deadline > loop.uptime {
      queue.insert(errand, at: 0)
    } else {
      giveUp(errand, failure)
    }
    pump()
  }

  private func giveUp(_ errand: Errand, _ failure: BusError) {
    surroundings.fault(
      "lateCallback", "\(errand.label) was not taken by \(manifest.identifier): \(failure.message)")
    errand.finished(failure)
    surroundings.settled()
  }

  private func wake(at instant: Duration) {
    wakeTimer?.cancel()
    wakeTimer = loop.after(max(.zero, instant - loop.uptime)) { [weak self] in self?.pump() }
  }

  private func armIdleTimer() {
    guard process != nil, idleTimer == nil else { return }
    idleTimer = loop.after(timing.warmth) { [weak self] in self?.becomeIdle() }
  }

  private func becomeIdle() {
    idleTimer = nil
    guard !isBusy else { return }
    startedPeer = nil
    process?.end(within: timing.grace)
  }

  // MARK: The program

  private func startProgram() {
    guard process == nil, !isTransient else { return }
    guard notBefore <= loop.uptime else {
      return wake(at: min(notBefore, queue.first?.deadline ?? notBefore))
    }
    do {
      process = try ExtensionProcess(
        manifest.executable, surroundings.arguments, loop: loop,
        log: { [weak self] in self?.keep($0) }, ended: { [weak self] in self?.programEnded($0) })
      helloTimer = loop.after(timing.hello) { [weak self] in self?.helloIsLate() }
    } catch {
      surroundings.fault("extensionNotStarted", error.description)
      died()
      wake(at: min(notBefore, queue.first?.deadline ?? notBefore))
    }
  }

  private func helloIsLate() {
    surroundings.fault(
      "extensionNotStarted", "\(manifest.identifier) was started but did not say hello")
    process?.kill()
  }

  private func programEnded(_ end: ExtensionProcess.End) {
    let wasAsked = process?.isEnding ?? false
    process = nil
    startedPeer = nil
    helloTimer?.cancel()
    idleTimer?.cancel()
    idleTimer = nil
    if !wasAsked {
      surroundings.fault("extensionDied", "\(manifest.identifier) \(end.description)")
      died()
    }
    pump()
  }

  private func died() {
    deaths += 1
    deathsInARow += 1
    notBefore = loop.uptime + timing.pause(afterDeaths: deathsInARow)
  }

  private func keep(_ bytes: ArraySlice<UInt8>) {
    do {
      try surroundings.log.append(bytes)
    } catch {
      surroundings.fault("logNotWritten", error.description)
    }
  }
}
