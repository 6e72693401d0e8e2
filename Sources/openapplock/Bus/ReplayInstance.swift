import Bus
import BusInspection
import CivilTime
import CompactJSON
import EventLoop
import FoundationEssentials
import Glibc
import OpenAppLock
import ScreenTimeProtocol
import Simulation

/// A fresh instance in a folder of its own, under a virtual clock, with nothing enforced: what a
/// recording is replayed to.
final class ReplayInstance {
  private static let patience = Duration.seconds(30)
  /// An advance is answered when all that it caused has been.
  private static let advanceLimit = Duration.seconds(600)

  /// Where it listens.
  let reach: ServiceReach
  private let loop: EventLoop
  private let folder: ScratchFolder
  private let programs: String
  private var children: [ChildProcess] = []
  private var clock: BusCaller?
  private var now: Instant

  /// Starts an instance with the clock and the applications of a recording.
  ///
  /// - Throws: what keeps it from starting.
  init(like recording: Recording, from start: Instant, limits: String) throws {
    loop = try EventLoop()
    now = start
    programs = try OwnProgram.folder()
    do {
      folder = try ScratchFolder()
    } catch {
      throw Failure("notStored", "\(error)")
    }
    let instance = try Instance(state: folder.path + "/state", environment: [:])
    reach = ServiceReach(instance: instance)
    do {
      try prepare(recording)
      try startServices(recording.head, limits)
    } catch {
      end()
      throw error
    }
  }

  /// Ends it and removes its folder.
  func end() {
    clock?.close()
    for child in children.reversed() {
      child.signal(SIGTERM)
      let hasEnded = (try? loop.run(until: { child.hasEnded }, within: Self.patience)) ?? false
      if !hasEnded { child.signal(SIGKILL) }
    }
    folder.remove()
  }

  /// Moves its clock to a time, where that is still to come.
  ///
  /// - Throws: why the clock could not be moved.
  func advance(to time: Instant) throws(Failure) {
    guard time > now else { return }
    let caller = try clockCaller()
    do {
      let reading = try caller.call(ClockRead.name, .object([:]), within: Self.patience)
      now = (reading["now"]?.string).flatMap { try? Instant(parsing: $0) } ?? now
      guard time > now else { return }
      _ = try caller.call(
        ClockAdvance.name, .object(["to": .text(time.description)]), within: Self.advanceLimit)
      now = time
    } catch {
      throw ServiceReach.failure(error, of: .screentimed)
    }
  }

  private func clockCaller() throws(Failure) -> BusCaller {
    if let clock { return clock }
    let caller = try reach.caller(.screentimed)
    clock = caller
    return caller
  }

  // MARK: Its start

  private func prepare(_ recording: Recording) throws {
    let layout = reach.instance.layout
    try InstanceFolder.prepare(layout)
    try BundledExtensions.write(
      BundledExtensions.manifests(in: programs).found, to: layout.extensions)
    try JSONEncoder().encode(recording.knownApplications).write(to: URL(filePath: catalog))
  }

  private var catalog: String { folder.path + "/catalog.json" }

  private func startServices(_ head: Recording.Head, _ limits: String) throws {
    let layout = reach.instance.layout
    let parent = ["--with-parent", "\(getpid())"]
    try start(
      "screentimed",
      [
        "--state", layout.state, "--run", layout.run, "--enforce", "none", "--catalog", catalog,
        "--limits", limits, "--clock", "virtual", "--start", now.description, "--zone",
        head.clock.zone,
      ] + parent, .screentimed)
    try start(
      "openapplock", ["--state", layout.state, "serve", "--run", layout.run] + parent, .app)
  }

  /// Starts a program and waits until its service answers.
  private func start(_ program: String, _ arguments: [String], _ service: KnownService) throws {
    let child = try ChildProcess(
      "\(programs)/\(program)", arguments: arguments, log: folder.path + "/output", on: loop,
      ended: { _ in })
    children.append(child)
    let deadline = loop.uptime + Self.patience
    while !answers(service) {
      guard !child.hasEnded, loop.uptime < deadline else {
        throw Failure("failed", "the fresh \(program) did not start: \(lastWords)")
      }
      try loop.turn(waitingAtMost: .milliseconds(5))
    }
  }

  private func answers(_ service: KnownService) -> Bool {
    // Not yet: it is asked again until the deadline.
    (try? reach.ask(Ping(), of: service)) != nil
  }

  private var lastWords: String {
    guard
      let text = try? String(contentsOf: URL(filePath: folder.path + "/output"), encoding: .utf8)
    else { return "it said nothing" }  // It ended before it could.
    return text.split(separator: "\n").suffix(2).joined(separator: "; ")
  }
}
