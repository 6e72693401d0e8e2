import Bus
import CivilTime
import EventLoop
import ExtensionSandbox
import ScreenTimeModel
import ScreenTimeProtocol

/// Brings callbacks and questions to extensions, and keeps their processes.
///
/// An extension is started when there is something to say to it, kept warm for a while and stopped
/// when idle. One that somebody started by hand is used instead as long as it is there.
final class ExtensionHost {
  /// Where programs are started, and with what.
  struct Programs {
    /// The service's socket; `nil` when extensions live in this process and none is started.
    let socket: String?
    /// What they are kept in.
    let sandbox: ExtensionSandbox
    /// The directory that holds a directory for each app group.
    let groupsDirectory: String
    let logDirectory: String
  }

  private let loop: EventLoop
  private let timing: HostTiming
  private let uptime: () -> Duration
  private let programs: Programs
  private let ownPid: Int32
  private let reports: HostReports
  private let settled: () -> Void
  private var slots: [String: ExtensionSlot] = [:]

  /// Makes a host without extensions.
  ///
  /// - Parameters:
  ///   - uptime: What has passed by the service's clock.
  ///   - settled: Called when something is over, or waits for that clock to go on.
  init(
    loop: EventLoop, timing: HostTiming, uptime: @escaping () -> Duration, programs: Programs,
    ownPid: Int32, reports: HostReports, settled: @escaping () -> Void
  ) {
    self.loop = loop
    self.timing = timing
    self.uptime = uptime
    self.programs = programs
    self.ownPid = ownPid
    self.reports = reports
    self.settled = settled
  }

  private func errandIsOver() {
    for (identifier, slot) in slots
    where slot.isTransient && slot.byHand == nil && !slot.isBusy {
      slots[identifier] = nil
    }
    settled()
  }

  // MARK: Which extensions there are

  /// Adds an extension; where there is one of that name, it goes by this manifest from now on.
  func add(_ manifest: ExtensionManifest) {
    if let known = slots[manifest.identifier] { return known.replace(manifest) }
    slots[manifest.identifier] = slot(for: manifest, isTransient: false)
  }

  /// Whether `pid` is a program that the host has started.
  func isStarted(_ pid: Int32) -> Bool { slots.values.contains { $0.startedPid == pid } }

  /// The app group of a program that the host has started, from its manifest.
  func appGroup(ofStarted pid: Int32) -> String? {
    slots.values.first { $0.startedPid == pid }?.manifest.appGroup
  }

  /// Whether some extension of a group takes such callbacks.
  func has(_ point: ExtensionPoint, in group: String) -> Bool {
    !slots(point, in: group).isEmpty
  }

  /// Whether none of a group takes such callbacks, or one of those that should has been given up: then
  /// the manifests may say something new.
  func lacks(_ point: ExtensionPoint, in group: String) -> Bool {
    let slots = slots(point, in: group)
    return slots.isEmpty || slots.contains { $0.staysGivenUp() }
  }

  /// How each extension is, by name.
  var states: [ExtensionState] {
    slots.values.map(\.state).sorted { $0.manifest.identifier < $1.manifest.identifier }
  }

  // MARK: Who comes and goes

  /// What keeps somebody from serving as the extension that he says he is; `nil` when nothing does,
  /// or when he says he is none.
  func objection(to peer: Peer) -> BusError? {
    guard let identifier = peer.attributes["extension"] else { return nil }
    let objection =
      Self.objection(to: peer, as: identifier) ?? objectionOfSlot(to: peer, identifier)
    if let objection, isStarted(peer.credentials.pid) {
      // Nobody else would hear of it: what the program says is in its log.
      reports.fault("extensionRefused", "\(identifier) was refused: \(objection.message)")
    }
    return objection
  }

  /// What speaks against a peer whatever extensions there are.
  private static func objection(to peer: Peer, as identifier: String) -> BusError? {
    guard manifest(of: peer, identifier: identifier) != nil else {
      return BusError(
        .invalid, "an extension's hello names itself, its point and its app group",
        hint: "attributes: extension, extensionPoint, appGroup")
    }
    guard peer.role != .desktopUser else {
      return BusError(
        .notPermitted, "only the service's own account and root may serve as an extension")
    }
    return ExtensionPointVersions.objection(to: peer)
  }

  /// What speaks against a peer because of the extension that is known by that name.
  private func objectionOfSlot(to peer: Peer, _ identifier: String) -> BusError? {
    guard let slot = slots[identifier],
      let described = Self.manifest(of: peer, identifier: identifier)
    else { return nil }
    guard slot.manifest.appGroup == described.appGroup,
      slot.manifest.extensionPoint == described.extensionPoint
    else {
      return BusError(
        .invalid, "\"\(identifier)\" is installed for another point or app group",
        hint: "compare --describe with its manifest")
    }
    if slot.startedPid == peer.credentials.pid { return nil }
    guard let other = slot.byHand else { return nil }
    return BusError(
      .alreadyRunning, "\"\(identifier)\" is served by process \(other.credentials.pid) already",
      hint: "end that process first")
  }

  /// Somebody has said hello; whoever is an extension serves from now on.
  func peerIsReady(_ peer: Peer) {
    guard let identifier = peer.attributes["extension"],
      let described = Self.manifest(of: peer, identifier: identifier)
    else { return }
    if let objection = objection(to: peer) {
      return reports.fault("extensionRefused", "\(identifier) was refused: \(objection.message)")
    }
    let slot = slots[identifier] ?? slot(for: described, isTransient: true)
    slots[identifier] = slot
    if slot.startedPid == peer.credentials.pid {
      slot.startedOneIsReady(peer.id)
    } else {
      slot.takeOver(by: peer)
    }
  }

  /// A connection has ended.
  func peerIsGone(_ peer: Peer) {
    guard let identifier = peer.attributes["extension"], let slot = slots[identifier] else {
      return
    }
    slot.lost(peer.id)
    if slot.isTransient, slot.byHand == nil, !slot.isBusy { slots[identifier] = nil }
  }

  // MARK: What they are told and asked

  /// Delivers a callback to the monitors of its group.
  ///
  /// With none, nobody could take it; that is a fault, and the app's own reconcile has to do. `answered`
  /// hears what each monitor answers, or `nil` where it wasn't taken.
  func deliver(
    _ callback: MonitorCallback, server: BusServer, cause: MessageReference?,
    message: @escaping () -> ActivityCallback,
    answered: @escaping (Quiet?) -> Void
  ) {
    let monitors = slots(.monitor, in: callback.key.group)
    if monitors.isEmpty {
      reports.fault(
        "noExtension", "\(callback.key.group) has no monitor extension to take callbacks")
      answered(nil)
    }
    for slot in monitors {
      slot.add(
        Errand(
          callback.description, callback: callback, attempt: timing.attempt,
          attempts: timing.attempts, deadline: .service(uptime() + timing.deadline),
          send: { peer, limit, done in
            server.send(message(), to: peer, within: limit, cause: cause) { result in
              answered(try? result.get())
              done(result.failure)
            }
          }, finished: { failure in if failure != nil { answered(nil) } }))
    }
  }

  /// Asks the first extension of a kind in a group, and calls back exactly once.
  func ask<R: BusRequest>(
    _ request: R, of point: ExtensionPoint, in group: String, attempts: Int = 1,
    within limit: Duration, server: BusServer, cause: MessageReference?,
    completion: @escaping (Result<R.Reply, BusError>) -> Void
  ) {
    guard let slot = slots(point, in: group).first else {
      return completion(
        .failure(BusError(.noExtension, "\(group) has no \(point.rawValue) extension")))
    }
    var answer: R.Reply?
    slot.add(
      Errand(
        R.name.description, attempt: limit, attempts: attempts,
        deadline: .machine(loop.uptime + limit),
        send: { peer, limit, done in
          server.send(request, to: peer, within: limit, cause: cause) { result in
            answer = try? result.get()
            done(result.failure)
          }
        },
        finished: { failure in
          if let answer { return completion(.success(answer)) }
          completion(
            .failure(failure ?? BusError(.internalFailure, "\(R.name) was not answered")))
        }))
  }

  /// Whether nothing is on its way, or waits for anything but the service's clock.
  var isSettled: Bool { slots.values.allSatisfy(\.isSettled) }

  /// When something is due that waits for the service's clock, by its uptime.
  var nextDue: Duration? { slots.values.compactMap(\.waitsForClock).min() }

  /// The service's clock has gone on.
  func clockWentOn() {
    for slot in slots.values { slot.clockWentOn() }
  }

  /// The callbacks that are still owed, in order for each extension.
  var owed: [MonitorCallback] {
    slots.sorted { $0.key < $1.key }.flatMap(\.value.owed)
  }

  // MARK: The end

  /// Asks every program to end.
  func stop() {
    for slot in slots.values { slot.stop() }
  }

  /// Whether no program that the host has started runs any more.
  var hasEnded: Bool { slots.values.allSatisfy(\.hasEnded) }

  // MARK: Parts

  private func slots(_ point: ExtensionPoint, in group: String) -> [ExtensionSlot] {
    slots.values
      .filter { $0.manifest.extensionPoint == point && $0.manifest.appGroup == group }
      .sorted { $0.manifest.identifier < $1.manifest.identifier }
  }

  private func slot(for manifest: ExtensionManifest, isTransient: Bool) -> ExtensionSlot {
    let keeper = ProgramKeeper(
      manifest,
      surroundings: ProgramKeeper.Surroundings(
        loop: loop, timing: timing, sandbox: programs.sandbox, uptime: uptime,
        groupsDirectory: programs.groupsDirectory,
        arguments: ["--service", programs.socket ?? "", "--with-parent", String(ownPid)],
        log: ExtensionLog(path: programs.logDirectory + "/" + manifest.identifier + ".log"),
        reports: reports))
    return ExtensionSlot(
      keeping: keeper, isTransient: isTransient,
      surroundings: ExtensionSlot.Surroundings(
        loop: loop, timing: timing, uptime: uptime, startsProgram: programs.socket != nil,
        reports: reports, settled: { [weak self] in self?.errandIsOver() }))
  }

  private static func manifest(of peer: Peer, identifier: String) -> ExtensionManifest? {
    guard let point = peer.extensionPoint.flatMap(ExtensionPoint.init),
      let group = peer.attributes["appGroup"]
    else { return nil }
    let manifest = ExtensionManifest(
      identifier: identifier, extensionPoint: point, appGroup: group,
      executable: "/proc/\(peer.credentials.pid)/exe")
    return manifest.problem == nil ? manifest : nil
  }
}

extension Result where Failure == BusError {
  /// What went wrong; `nil` when nothing did.
  var failure: BusError? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
