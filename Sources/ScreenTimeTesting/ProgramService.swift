import Bus
import EventLoop
import Glibc
import ScreenTimeModel

/// The service as the program `screentimed`, a process of its own.
final class ProgramService: ServiceLife {
  /// How long it may take to start, and to end.
  private static let patience = Duration.seconds(30)

  /// The name of whoever asks how far the tap has come; nobody else is told of him.
  private static let marker = "tap-marker"

  private let child: ChildProgram
  private let socket: String
  private let observer: (TapRecord) -> Void
  private var tap: TapReader?
  private var marker: (any BusConnection)?
  private var marks = 0

  /// Starts the program and waits until it answers.
  ///
  /// - Throws: ``TestPlatformError`` with what the program said.
  init(
    _ path: String, _ arguments: [String], _ place: PlatformPlace, watches: Bool,
    observer: @escaping (TapRecord) -> Void
  ) throws(TestPlatformError) {
    socket = place.socket
    self.observer = observer
    child = try ChildProgram(
      path,
      [
        "--state", place.state, "--run", place.run, "--extensions", place.manifests, "--catalog",
        place.catalog, "--enforce", "none", "--with-parent", "\(getpid())",
      ] + arguments,
      log: place.log("screentimed"), watches: watches)
    tap = try firstTap()
    marker = try? connect(as: Self.marker, attributes: [:])
  }

  /// The tap is there as soon as somebody serves; from then on nothing is missed.
  private func firstTap() throws(TestPlatformError) -> TapReader {
    let deadline = BootTime.uptime + Self.patience
    while child.status == nil, BootTime.uptime < deadline {
      // Nobody serves yet: it is asked again until the deadline.
      if let tap = try? Bus.subscribeTap(at: socket, within: .seconds(5)) { return tap }
      usleep(2000)
    }
    throw TestPlatformError(
      "setUp", "\(child.path) did not come to serve \(socket); it said:\n\(child.output)")
  }

  var program: ChildProgram? { child }

  func connect(
    as name: String, attributes: [String: String]
  ) throws(BusError) -> any BusConnection {
    try Bus.connect(
      to: socket, as: name, version: "test", attributes: attributes, within: Self.patience)
  }

  func attach(
    _ manifest: ExtensionManifest, serving handler: @escaping (IncomingRequest) -> Void
  ) throws(BusError) -> any BusConnection {
    throw BusError(
      .invalid, "\(manifest.identifier) is an object of this process, and the service is another",
      hint: "register its program, or have the service in this process")
  }

  func listen() {
    take(within: .zero, until: { false })
  }

  /// What the tap tells is on its way for a moment: it has come up to now when it tells of something
  /// that is said now.
  func catchUp() {
    let target = marks + 1
    guard (try? marker?.request(Ping(), within: Self.patience)) != nil else { return listen() }
    take(within: Self.patience, until: { marks >= target })
  }

  var lost: Int { Int(clamping: tap?.lost ?? 0) }

  private func take(within limit: Duration, until isEnough: () -> Bool) {
    // The service's end is no error here: what was said before it has been taken.
    while !isEnough(), let record = try? tap?.next(within: limit) {
      guard !isOurs(record) else { continue }
      observer(record)
    }
  }

  /// Whether a record is of the marker's, and counts its pings.
  private func isOurs(_ record: TapRecord) -> Bool {
    if record.peer == Self.marker {
      if record.type == Ping.name, record.kind == "reply" { marks += 1 }
      return true
    }
    return record.type == Hello.name && record.body.contains("\"name\":\"\(Self.marker)\"")
  }

  func readManifests() -> Bool { false }

  func end() {
    child.send(SIGTERM)
    waitForEnd()
    listen()
    hangUp()
  }

  func kill() {
    child.send(SIGKILL)
    waitForEnd()
    listen()
    hangUp()
  }

  private func hangUp() {
    marker?.close()
    tap?.close()
  }

  private func waitForEnd() {
    let deadline = BootTime.uptime + Self.patience
    while child.status == nil, BootTime.uptime < deadline {
      listen()
      usleep(2000)
    }
  }
}
