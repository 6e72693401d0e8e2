import Arguments
import CLinux
import CivilTime
import Enforcement
import EventLoop
import FoundationEssentials
import Glibc
import ScreenTimeModel
import ScreenTimeService

/// The program's life: arguments in, a service that runs until it is told to end, an exit status out.
enum Daemon {
  static let version = "0.1.0"
  private static let name = "screentimed"

  static func main(_ arguments: [String]) -> Int32 {
    do {
      switch try Options.program.parse(arguments) {
      case .text(let text):
        print(text, terminator: "")
        return ExitCode.done
      case .action(_, let typed, _):
        return run(try Options(typed))
      }
    } catch {
      complain(error.text(program: name))
      return ExitCode.usage
    }
  }

  private static func run(_ options: Options) -> Int32 {
    if let parent = options.parent, oal_end_with_parent(parent) == 0 { return ExitCode.done }
    do {
      try serve(options)
      return ExitCode.done
    } catch let error as ServiceError {
      return refuse(error.message, hint: error.hint)
    } catch let error as UsageError {
      return refuse(error.message, hint: error.hint)
    } catch let error as CivilTimeError {
      return refuse(error.message)
    } catch {
      return refuse("\(error)")
    }
  }

  private static func serve(_ options: Options) throws {
    signal(SIGPIPE, SIG_IGN)
    umask(0o077)
    let loop = try EventLoop()
    // A terminal that is closed mustn't leave anything held either.
    for ending in [SIGTERM, SIGINT, SIGHUP] { try loop.onSignal(ending) { loop.stop() } }
    let service = try ScreenTimeService(
      configuration: configuration(options), loop: loop, clock: clock(options),
      catalog: catalog(options), backend: { backend(options, loop, $0) })
    defer { service.stop() }
    try service.start()
    print("\(name): ready at \(socket(options))")
    fflush(nil)
    try loop.run()
  }

  private static func socket(_ options: Options) -> String {
    options.runDirectory + "/screentimed.sock"
  }

  private static func configuration(_ options: Options) -> ServiceConfiguration {
    var configuration = ServiceConfiguration(
      stateDirectory: options.stateDirectory, socketPath: socket(options),
      supervised: options.supervised, version: version)
    configuration.limits = options.limits
    configuration.whenBlocked = options.whenBlocked
    configuration.extensionFolders = options.extensionFolders
    configuration.sandbox = options.sandbox
    configuration.timing = options.timing
    return configuration
  }

  private static func clock(_ options: Options) throws -> any ServiceClock {
    guard let start = options.start else { return try SystemServiceClock(zone: options.zone) }
    let zone = try Zone(identifier: options.zone ?? Zone.systemIdentifier() ?? "UTC")
    return VirtualServiceClock(
      start: try zone.instant(parsing: start), zone: zone, boot: options.boot)
  }

  private static func catalog(_ options: Options) throws -> any ApplicationCatalog {
    guard let path = options.catalogPath else { return AppCatalog() }
    do {
      return StatedCatalog(
        try JSONDecoder().decode(
          [String: [ActivityCategoryToken]].self, from: Data(contentsOf: URL(filePath: path))
        ).reduce(into: [:]) { apps, entry in
          apps[try ApplicationToken(parsing: entry.key)] = Set(entry.value)
        })
    } catch {
      throw UsageError(
        "\(path) is no catalog: \(error)", hint: #"{"org.example.Chess": ["games"]}"#)
    }
  }

  private static func backend(
    _ options: Options, _ loop: EventLoop, _ fault: @escaping (String, String) -> Void
  ) -> any EnforcementBackend {
    let enforcer = Enforcer(
      loop: loop, instance: InstanceName.short(of: options.stateDirectory),
      stateDirectory: options.stateDirectory + "/platform",
      guardExecutable: options.guardPath ?? InstanceName.guardBesideThisProgram(),
      mode: options.enforcement)
    return EnforcerBackend(enforcer, fault: fault)
  }

  private static func refuse(_ message: String, hint: String? = nil) -> Int32 {
    complain("\(name): \(message)\n" + (hint.map { "hint: \($0)\n" } ?? ""))
    return ExitCode.failed
  }

  private static func complain(_ text: String) {
    // Nobody is left to be told when even this fails.
    _ = unsafe write(STDERR_FILENO, text, text.utf8.count)
  }
}
