import EventLoop
import ExtensionSandbox
import ScreenTimeModel

/// Keeps the program of one extension: starts it, watches it, ends it, and starts it again with pauses
/// that grow, until it is given up.
final class ProgramKeeper {
  /// What the keeper needs of the host.
  struct Surroundings {
    let loop: EventLoop
    let timing: HostTiming
    let sandbox: ExtensionSandbox
    /// What has passed by the service's clock.
    let uptime: () -> Duration
    /// Where the directories of app groups lie.
    let groupsDirectory: String
    /// The arguments that a program is started with, besides its group's directory.
    let arguments: [String]
    let log: ExtensionLog
    let reports: HostReports
  }

  private(set) var manifest: ExtensionManifest
  /// Called when the program has ended, with the reason if it ended by itself or had to be ended.
  var ended: () -> Void = {}
  private let surroundings: Surroundings
  private var plan: RestartPlan
  private var process: ExtensionProcess?
  private var helloTimer: LoopTimer?
  private var leaveTimer: LoopTimer?
  private var memoryTimer: LoopTimer?
  private var isServing = false
  /// Whether it is being ended for a reason that has been told.
  private var isCondemned = false
  private var stampWhenGivenUp: FileStamp?

  init(_ manifest: ExtensionManifest, surroundings: Surroundings) {
    self.manifest = manifest
    self.surroundings = surroundings
    plan = RestartPlan(surroundings.timing)
  }

  private var loop: EventLoop { surroundings.loop }
  private var timing: HostTiming { surroundings.timing }
  private var name: String { manifest.identifier }

  /// The process, while it lives.
  var pid: Int32? { process?.pid }

  /// How often the program died since the service started.
  var deaths: Int { plan.deaths }

  /// Whether the program died too often and is left alone for now; a replaced one gets its chance.
  func staysGivenUp() -> Bool {
    guard plan.isGivenUp, process == nil else { return false }
    if FileStamp(of: manifest.executable) != stampWhenGivenUp { forgive() }
    return plan.isGivenUp && !plan.allowsStart(at: surroundings.uptime())
  }

  /// When a program that died may be started again, by the service's uptime; `nil` when there is
  /// nothing to wait for.
  var pausedUntil: Duration? {
    process == nil && !plan.allowsStart(at: surroundings.uptime()) ? plan.notBefore : nil
  }

  // MARK: Its life

  /// Starts the program where it doesn't run and may be started.
  ///
  /// - Returns: whether it runs, or its end is on its way.
  func start() -> Bool {
    if process != nil { return true }
    guard plan.allowsStart(at: surroundings.uptime()) else { return false }
    let group = surroundings.groupsDirectory + "/" + manifest.appGroup
    do {
      process = try ExtensionProcess(
        ExtensionProcess.Start(
          sandbox: surroundings.sandbox, executable: manifest.executable,
          arguments: ["--app-group", group] + surroundings.arguments, groupDirectory: group),
        loop: loop, log: { [weak self] in self?.keep($0) },
        ended: { [weak self] in self?.programEnded($0) })
    } catch {
      surroundings.reports.fault("extensionNotStarted", "\(name): \(error.description)")
      died()
      return false
    }
    helloTimer = loop.after(timing.hello) { [weak self] in
      self?.condemn("extensionNotStarted", "was started but did not say hello")
    }
    lookAtMemory(after: timing.memoryLook.serving)
    return true
  }

  /// The program has said hello.
  func saidHello() {
    for timer in [helloTimer, leaveTimer] { timer?.cancel() }
  }

  /// The program is being asked something, or has nothing to do.
  func serves(_ isServing: Bool) {
    guard self.isServing != isServing else { return }
    self.isServing = isServing
    guard process != nil else { return }
    lookAtMemory(after: isServing ? timing.memoryLook.serving : timing.memoryLook.waiting)
  }

  /// The extension did what it was asked, or is served by somebody else: the past is forgiven.
  func forgive() {
    if plan.isGivenUp { surroundings.reports.clear(Self.givenUp, givenUpSentence) }
    plan.forgive()
  }

  /// The program's connection has ended; if it doesn't end itself soon, it is ended.
  func connectionEnded() {
    guard let process, !process.isEnding, !isCondemned else { return }
    leaveTimer = loop.after(timing.grace) { [weak self] in
      self?.condemn("extensionLost", "is no longer heard and was ended")
    }
  }

  /// Ends the program at once and tells why.
  func condemn(_ code: String, _ what: String) {
    guard let process, !isCondemned else { return }
    isCondemned = true
    surroundings.reports.fault(code, "\(name) \(what)")
    process.kill()
  }

  /// Asks the program to end: nothing is left to be said to it.
  func end() {
    for timer in [helloTimer, leaveTimer] { timer?.cancel() }
    process?.end(within: timing.grace)
  }

  /// Goes by another manifest from now on; the program of the one before ends.
  func replace(_ manifest: ExtensionManifest) {
    forgive()
    self.manifest = manifest
    end()
  }

  // MARK: Parts

  private func programEnded(_ end: ExtensionProcess.End) {
    guard let process else { return }
    self.process = nil
    for timer in [helloTimer, leaveTimer, memoryTimer] { timer?.cancel() }
    if process.ignoredTheEnd {
      surroundings.reports.fault(
        "extensionIgnoresEnd", "\(name) did not end when it was asked to, and was killed")
    }
    if !process.isEnding || isCondemned {
      if !isCondemned {
        surroundings.reports.fault("extensionDied", "\(name) \(end.description)")
      }
      died()
    }
    isCondemned = false
    ended()
  }

  private func died() {
    let wasGivenUp = plan.isGivenUp
    plan.died(at: surroundings.uptime())
    guard plan.isGivenUp else { return }
    stampWhenGivenUp = FileStamp(of: manifest.executable)
    if !wasGivenUp { surroundings.reports.fault(Self.givenUp, givenUpSentence) }
  }

  private static let givenUp = "extensionGivenUp"

  private var givenUpSentence: String {
    "\(name) died \(timing.deathsUntilGivenUp) times in a row and was given up: nothing is delivered to"
      + " it until its program or manifest is replaced, somebody starts it by hand, or the service is"
      + " restarted; once an hour it gets one more try"
  }

  /// Looks at the program's memory, again and again while it lives.
  private func lookAtMemory(after delay: Duration) {
    memoryTimer?.cancel()
    memoryTimer = loop.after(delay) { [weak self] in
      guard let self, let pid else { return }
      if let bytes = ResidentMemory.bytes(of: pid), bytes > timing.memory {
        return condemn(
          "extensionMemory",
          "held \(bytes >> 20) MB of memory where \(timing.memory >> 20) MB are allowed, and was ended"
        )
      }
      lookAtMemory(after: isServing ? timing.memoryLook.serving : timing.memoryLook.waiting)
    }
  }

  private func keep(_ bytes: ArraySlice<UInt8>) {
    do {
      try surroundings.log.append(bytes)
    } catch {
      surroundings.reports.fault("logNotWritten", error.description)
    }
  }
}
