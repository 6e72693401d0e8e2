import Arguments
import CivilTime
import Enforcement
import ExtensionSandbox
import ScreenTimeService

/// What the program takes.
struct Options {
  private static let state = RequiredOption(
    "state", "DIR", "Where the instance keeps everything", .absolutePath)
  private static let run = Option(
    "run", "DIR", "Where its socket lies; DIR/run of the state unless told otherwise",
    .absolutePath)
  private static let enforce = Option<EnforcementMode>(
    "enforce", "auto|none", "Whether shields are made real", .choice)
  private static let clock = Option<ClockKind>(
    "clock", "real|virtual", "Which time it goes by", .choice)
  private static let start = Option(
    "start", "TIME", "Where a virtual clock starts, a local time such as 2025-01-06T08:00", .text)
  private static let boot = Option(
    "boot-id", "ID",
    "Names this life of a virtual machine: what was recorded in it goes on, in another it is a reboot",
    .text)
  private static let zone = Option(
    "zone", "ZONE", "The time zone; the machine's unless told otherwise", .text)
  private static let limits = Option(
    "limits", "linux|ios", "How much is taken on", .word(of: PlatformLimits.all.map(\.name)))
  private static let whenBlocked = Option<BlockedKind>(
    "when-blocked", "freeze|close", "What happens to a shielded app that runs", .choice)
  private static let supervise = Option(
    "supervise", "USERS", "own, login, or user ids joined by commas: whose apps are shielded",
    .users)
  private static let extensions = RepeatedOption(
    "extensions", "DIR", "A folder with manifests, besides the state's own", .absolutePath)
  private static let catalog = Option(
    "catalog", "FILE",
    "The apps that there are, a JSON object of app to categories, in place of the machine's; for a virtual clock",
    .absolutePath)
  private static let sandbox = Option<SandboxMode>(
    "sandbox", "auto|none", "Whether extensions are kept from all but their app group", .choice)
  private static let patience = Option(
    "patience", "SECONDS",
    "How long an extension may take for an answer, for whoever looks at one with a debugger; 5 unless told otherwise",
    .integer(in: 1...3600))
  private static let guardProgram = Option(
    "guard", "PATH", "The guard program; execguard beside this one unless told otherwise",
    .absolutePath)
  private static let parent = Option(
    "with-parent", "PID", "End with the process that started this one",
    .integer(in: 1...4_194_304))

  /// The program.
  static let program = Program(
    Command<Void>(
      "screentimed", "Watches, wakes extensions and enforces shields", does: ()
    ) {
      state
      run
      enforce
      clock
      start
      boot
      zone
      limits
      whenBlocked
      supervise
      extensions
      catalog
      sandbox
      patience
      guardProgram
      parent
    }, version: Daemon.version)

  let stateDirectory: String
  let runDirectory: String
  let enforcement: EnforcementMode
  let clock: ClockKind
  let start: String?
  let boot: String?
  let zone: String?
  let limits: PlatformLimits
  let whenBlocked: WhenBlocked
  let supervised: SupervisedUsers
  let extensionFolders: [String]
  let catalogPath: String?
  let sandbox: SandboxMode
  let timing: HostTiming
  let guardPath: String?
  let parent: Int32?

  /// Takes what was typed.
  ///
  /// - Throws: what doesn't go together.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    stateDirectory = try arguments.value(of: Self.state)
    runDirectory = try arguments.value(of: Self.run) ?? stateDirectory + "/run"
    enforcement = try arguments.value(of: Self.enforce) ?? .auto
    clock = try arguments.value(of: Self.clock) ?? .real
    start = try arguments.value(of: Self.start)
    boot = try arguments.value(of: Self.boot)
    zone = try arguments.value(of: Self.zone)
    let name = try arguments.value(of: Self.limits)
    limits = PlatformLimits.all.first { $0.name == name } ?? .linux
    whenBlocked = (try arguments.value(of: Self.whenBlocked) ?? .freeze).enforced
    supervised = try arguments.value(of: Self.supervise) ?? .own
    extensionFolders = try arguments.values(of: Self.extensions)
    catalogPath = try arguments.value(of: Self.catalog)
    sandbox = try arguments.value(of: Self.sandbox) ?? .auto
    timing =
      try arguments.value(of: Self.patience).map { HostTiming(patience: .seconds($0)) }
      ?? HostTiming()
    guardPath = try arguments.value(of: Self.guardProgram)
    parent = try arguments.value(of: Self.parent).map(Int32.init)
    if start != nil, clock == .real {
      throw UsageError(
        "a real clock cannot be told where to start", hint: "--start goes with --clock virtual")
    }
    if boot != nil, clock == .real {
      throw UsageError(
        "a real machine names its lives itself", hint: "--boot-id goes with --clock virtual")
    }
    if catalogPath != nil, clock == .real {
      throw UsageError(
        "a real machine knows its apps itself", hint: "--catalog goes with --clock virtual")
    }
    if start == nil, clock == .virtual {
      throw UsageError(
        "a virtual clock has to be told where to start", hint: "--start 2025-01-06T08:00")
    }
  }
}

/// Which clock the service goes by.
enum ClockKind: String, CaseIterable {
  case real
  case virtual
}

/// What happens to a shielded app that runs, as it is typed.
enum BlockedKind: String, CaseIterable {
  case freeze
  case close

  var enforced: WhenBlocked {
    switch self {
    case .freeze: .freeze
    case .close: .close(grace: .seconds(10))
    }
  }
}
