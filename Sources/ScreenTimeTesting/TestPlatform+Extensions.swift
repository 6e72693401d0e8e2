import Bus
import EventLoop
import FoundationEssentials
import Glibc
import ScreenTimeClient
import ScreenTimeModel
import ScreenTimeProtocol

/// The extensions: objects of the test's process, and programs.
extension TestPlatform {
  /// Registers an extension that lives in the test's process.
  ///
  /// Subclasses of `DeviceActivityMonitor`, `ShieldConfigurationDataSource` and
  /// `ShieldActionDelegate` are extensions. The expression makes one for each life:
  /// `register(StudyMonitor())`; after ``kill(_:)-(ExtensionPrincipal.Type)`` and whenever the
  /// service starts anew it is worked out again. An object that the test has made before stays the
  /// same object through all of them.
  ///
  /// - Returns: The object of the first life.
  /// - Throws: ``TestPlatformError`` for a class that doesn't say who it is, and when the service
  ///   refuses it.
  @discardableResult
  public func register<Principal: ExtensionPrincipal>(
    _ make: @autoclosure @escaping () -> Principal
  ) throws(TestPlatformError) -> Principal {
    let first = make()
    let object = LivingExtension(first, make)
    try attach(object)
    objects.append(object)
    return first
  }

  /// Registers an extension that is a program, as installing it would: its manifest is what the
  /// program says with `--describe`.
  ///
  /// The service starts it when it has something to say to it.
  ///
  /// - Returns: The manifest.
  /// - Throws: ``TestPlatformError`` for a program that doesn't describe itself.
  @discardableResult
  public func register(program path: String) throws(TestPlatformError) -> ExtensionManifest {
    let manifest = try describe(path)
    do {
      try JSONEncoder().encode(manifest).write(
        to: URL(filePath: "\(place.manifests)/\(manifest.identifier).json"))
    } catch {
      throw failure("setUp", "the manifest of \(path) cannot be written: \(error)")
    }
    if life?.readManifests() == false { hasNewManifests = true }
    return manifest
  }

  /// Starts an extension's program by hand: it is used instead of one that the service would start,
  /// until it ends, at the latest with the platform.
  ///
  /// - Throws: ``TestPlatformError`` with what the program said, where it doesn't come to serve.
  @discardableResult
  public func start(program path: String) throws(TestPlatformError) -> StartedProgram {
    try startByHand(path, watches: false)
  }

  /// Every extension that the service knows, and how it is.
  public func extensions() throws(TestPlatformError) -> [ExtensionReport] {
    try status().extensions.map(ExtensionReport.init)
  }

  /// What an extension's program wrote to its output and its error output.
  public func output(of identifier: String) -> String {
    let log = place.state + "/platform/log/\(identifier).log"
    return FileManager.default.contents(atPath: log).map { String(decoding: $0, as: UTF8.self) }
      ?? ""
  }

  // MARK: Objects

  /// Has the service know an object; it is the same host that delivers to programs.
  func attach(_ object: LivingExtension) throws(TestPlatformError) {
    do throws(BusError) {
      try object.attach { principal throws(BusError) in
        switch principal {
        case let monitor as DeviceActivityMonitor: try attach(monitor)
        case let source as ShieldConfigurationDataSource: try attach(source)
        case let delegate as ShieldActionDelegate: try attach(delegate)
        default:
          throw BusError(.invalid, "\(type(of: principal)) is no extension of a known kind")
        }
      }
    } catch {
      throw TestPlatformError(error, while: "register the extension", conversation: transcript)
    }
  }

  private func attach<Handler: ExtensionHandler>(
    _ handler: Handler
  ) throws(BusError) -> () -> Void {
    guard let identity = ExtensionIdentity(of: type(of: handler)) else {
      throw BusError(
        .invalid, "\(type(of: handler)) does not say who it is",
        hint: "override extensionIdentifier and appGroup")
    }
    guard let life else { throw BusError(.unreachable, "the platform has ended") }
    let runner = try ExtensionRunner(
      handler, identity: identity, groupDirectory: place.group(identity.appGroup)
    ) { _, _, serve throws(BusError) in
      try life.attach(identity.manifest(executable: "/proc/self/exe"), serving: serve)
    }
    // A connection that was refused says so at its first use.
    _ = try runner.session.ask(Ping(), within: patience)
    return { runner.close() }
  }

  // MARK: Programs

  /// Runs a program with `--describe`.
  private func describe(_ path: String) throws(TestPlatformError) -> ExtensionManifest {
    let log = place.log("describe-\(UInt32.random(in: 0...UInt32.max))")
    let child = try ChildProgram(path, ["--describe"], log: log)
    guard wait(until: { child.status != nil }) else {
      throw failure("timeout", "\(path) --describe did not end within \(patience)")
    }
    let output = child.output
    guard child.status == 0,
      let manifest = try? JSONDecoder().decode(ExtensionManifest.self, from: Data(output.utf8))
    else {
      throw failure("setUp", "\(path) --describe prints no manifest, but:\n\(output)")
    }
    return ExtensionManifest(
      identifier: manifest.identifier, extensionPoint: manifest.extensionPoint,
      appGroup: manifest.appGroup, executable: path)
  }

  /// Starts a program with the options that are for this, and waits until the service uses it.
  func startByHand(
    _ path: String, watches: Bool
  ) throws(TestPlatformError) -> StartedProgram {
    try takeUpManifests()
    let manifest = try describe(path)
    let child = try ChildProgram(
      path,
      [
        "--app-group", try groupDirectory(of: manifest.appGroup), "--service", place.socket,
      ], log: place.log("by-hand-\(startedByHand.count + 1)"), watches: watches)
    let program = StartedProgram(child, of: self)
    startedByHand.append(program)
    var isUsed = false
    _ = try wait { () throws(TestPlatformError) in
      isUsed = try status().extensions.contains { $0.pid == child.pid && $0.startedByHand }
      return isUsed || child.status != nil
    }
    guard isUsed else {
      throw failure("setUp", "\(path) did not come to serve; it said:\n\(child.output)")
    }
    return program
  }
}
