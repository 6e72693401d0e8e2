import Bus
import EventLoop
import FoundationEssentials
import Glibc
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService

/// The Screen Time service under a clock that a test moves, in a scratch folder, with nothing
/// enforced: what an extension is tested on.
///
/// ```swift
/// let platform = try TestPlatform(at: "2025-01-06T14:00", apps: ["org.gnome.Chess": ["games"]])
/// defer { platform.end() }
/// try platform.register(StudyMonitor())
/// try platform.app("group.dev.example.study") {
///   try DeviceActivityCenter().startMonitoring(.studyHour, during: .studyHour)
/// }
/// try platform.advance(to: "15:00")
/// try platform.expectCallbacks("15:00 intervalDidStart study-hour")
/// try platform.expectShielded("org.gnome.Chess")
/// ```
///
/// The service is the real one. It runs in the test's process, on the test's thread, whenever the
/// test waits for something; or it is the program `screentimed`, see ``Service``. Extensions are
/// objects of the test's process, or programs, or both.
///
/// Nothing is ever waited for without a deadline, ``patience``. What is refused, late or not as
/// expected is thrown as a ``TestPlatformError``, whose text holds the conversation.
///
/// A platform belongs to one thread; any number of them live side by side.
public final class TestPlatform {
  /// What the service is.
  public enum Service: Hashable, Sendable {
    /// The service's code, in the test's process.
    case inThisProcess
    /// The program `screentimed` at a path, a process of its own; its extensions are programs.
    case program(String)
  }

  /// How long the platform waits for anything.
  public var patience = Duration.seconds(30)

  let service: Service
  let limits: TestLimits
  let place: PlatformPlace
  let loop: EventLoop
  let apps: [ApplicationToken: Set<ActivityCategoryToken>]
  var hardware: VirtualHardware
  var life: (any ServiceLife)?
  var conversation = Conversation()
  /// The extensions that are objects of this process, in the order in which they were registered.
  var objects: [LivingExtension] = []
  /// The programs that were started by hand.
  var startedByHand: [StartedProgram] = []
  /// Whether programs were registered that a service of another process doesn't know yet.
  var hasNewManifests = false
  /// What is in front of the user.
  var foreground: [ApplicationToken] = []
  var trouble = CallbacksWeather(mode: .normal)
  /// How many callbacks an expectation has looked at.
  var expectedCallbacks = 0
  private var connections: [String: any BusConnection] = [:]

  /// Starts a platform.
  ///
  /// - Parameters:
  ///   - start: what the wall clock shows, such as `2025-01-06T08:00`.
  ///   - zone: the time zone.
  ///   - apps: the applications that are installed, with the categories of each.
  ///   - limits: how much the service takes on; `ios` for what an iPhone does.
  ///   - service: what the service is.
  /// - Throws: ``TestPlatformError`` for a time, zone or name that is none, and when the service can't
  ///   be started.
  public init(
    at start: String = "2025-01-06T08:00", zone: String = "Europe/Berlin",
    apps: [String: [String]] = [:], limits: TestLimits = .linux, service: Service = .inThisProcess
  ) throws(TestPlatformError) {
    self.service = service
    self.limits = limits
    do {
      let zone = try Zone(identifier: zone)
      hardware = VirtualHardware(start: try zone.instant(parsing: start), zone: zone)
      self.apps = try Self.tokens(apps)
      loop = try EventLoop()
      place = PlatformPlace(folder: try ScratchFolder())
    } catch {
      throw TestPlatformError("setUp", "the platform cannot be made: \(error)")
    }
    do {
      try place.prepare()
      try writeCatalog()
    } catch {
      place.folder.remove()
      throw TestPlatformError("setUp", "the platform's folder cannot be made: \(error)")
    }
    try startService()
  }

  deinit { end() }

  /// Ends everything and removes the folder; a second call does nothing.
  ///
  /// With `OPENAPPLOCK_KEEP=1` in the environment the folder stays, and its path is printed.
  public func end() {
    guard life != nil || !startedByHand.isEmpty else { return }
    hangUp()
    life?.end()
    life = nil
    startedByHand = []
    place.folder.remove()
  }

  // MARK: Where things are

  /// The directory with everything that the instance keeps, as `screentimed --state` has it.
  public var stateDirectory: String { place.state }

  /// The path of the socket that the service serves, for programs that are to talk to it.
  public var socketPath: String { place.socket }

  /// The directory that an app group's app and extensions share; it is made where it is missing.
  public func groupDirectory(of group: String) throws(TestPlatformError) -> String {
    do {
      try place.folder.makeFolder("state/groups/" + group)
      return place.group(group)
    } catch {
      throw failure("setUp", "the directory of \(group) cannot be made: \(error)")
    }
  }

  // MARK: The conversation

  /// Every message so far between the service and others, over all its lives.
  public var messages: [BusMessage] {
    life?.catchUp()
    return conversation.messages
  }

  /// The conversation so far, a line a message, with the local time.
  public var transcript: String { told(all: true) }

  // MARK: Asking the service

  /// Asks the service in the kit's own name.
  func ask<R: BusRequest>(
    _ request: R, _ what: @autoclosure () -> String
  ) throws(TestPlatformError) -> R.Reply {
    try ask(request, of: nil, what())
  }

  /// Asks the service as an app group's app.
  func ask<R: BusRequest>(
    _ request: R, of group: String?, _ what: @autoclosure () -> String
  ) throws(TestPlatformError) -> R.Reply {
    try takeUpManifests()
    do {
      return try connection(of: group).request(request, within: patience)
    } catch {
      throw TestPlatformError(error, while: what(), conversation: told(all: false))
    }
  }

  /// A service of another process reads manifests only when it starts.
  func takeUpManifests() throws(TestPlatformError) {
    guard hasNewManifests else { return }
    hasNewManifests = false
    try restartService()
  }

  /// The kit's connection, or that of an app group's app.
  func connection(of group: String?) throws(BusError) -> any BusConnection {
    let name = group ?? ""
    if let connection = connections[name] { return connection }
    guard let life else { throw BusError(.unreachable, "the platform has ended") }
    let connection = try life.connect(
      as: group == nil ? Conversation.kit : "app",
      attributes: group.map { ["appGroup": $0] } ?? [:])
    connections[name] = connection
    return connection
  }

  /// An error of this platform, with the conversation.
  func failure(_ code: String, _ message: String) -> TestPlatformError {
    TestPlatformError(code, message, conversation: told(all: false))
  }

  private func told(all: Bool) -> String {
    life?.catchUp()
    let text = conversation.text(in: hardware.zone, all: all)
    guard let lost = life?.lost, lost > 0 else { return text }
    return text
      + "\n… \(lost) messages were lost: too many came while the test waited for one answer"
  }

  // MARK: The service's lives

  /// Starts a life of the service on what the ones before left, and brings everybody back.
  func startService(watches: Bool = false) throws(TestPlatformError) {
    // Weak: a platform that nobody ended ends as it goes, and what the service says then is nobody's.
    let observer: (TapRecord) -> Void = { [weak self] in self?.conversation.take($0) }
    switch service {
    case .inThisProcess:
      life = try LocalService(
        place, limits: limits.limits, catalog: StatedCatalog(apps), loop: loop,
        clock: hardware.clock, observer: observer)
    case .program(let path):
      life = try ProgramService(
        path, ["--limits", limits.rawValue] + hardware.arguments, place, watches: watches,
        observer: observer)
    }
    for object in objects { try attach(object) }
    if !foreground.isEmpty { try tellForeground() }
    if trouble.mode != .normal || trouble.startSeconds != nil {
      _ = try ask(trouble, "have callbacks go wrong again")
    }
  }

  /// Breaks off every conversation of this process, objects' included.
  func hangUp() {
    for object in objects { object.detach() }
    for connection in connections.values { connection.close() }
    connections = [:]
  }

  /// Lets go of conversations with a service that is not there any more.
  func forgetConversations() {
    for object in objects { object.detach() }
    connections = [:]
  }

  // MARK: Parts

  private static func tokens(
    _ apps: [String: [String]]
  ) throws(TokenError) -> [ApplicationToken: Set<ActivityCategoryToken>] {
    var tokens: [ApplicationToken: Set<ActivityCategoryToken>] = [:]
    for (app, categories) in apps {
      var chosen: Set<ActivityCategoryToken> = []
      for category in categories { chosen.insert(try ActivityCategoryToken(parsing: category)) }
      tokens[try ApplicationToken(parsing: app)] = chosen
    }
    return tokens
  }

  private func writeCatalog() throws {
    let stated = Dictionary(
      uniqueKeysWithValues: apps.map { ($0.rawValue, $1.map(\.rawValue).sorted()) })
    try JSONEncoder().encode(stated).write(to: URL(filePath: place.catalog))
  }
}
