import Foundation
import Glibc

/// OpenAppLock as it is used: `openapplock up` on a state directory of the test's own.
///
/// The scratch's clean-up ends it as a person would, and whatever it left running after that.
package final class Installation {
  /// A process of an installation, by the file name of its program.
  package enum Part: String, CaseIterable, Sendable {
    case app = "openapplock"
    case screentimed
    case guardProcess = "execguard"
    case monitor = "OpenAppLockMonitor"
    case shieldConfiguration = "OpenAppLockShieldConfig"
    case shieldAction = "OpenAppLockShieldAction"
  }

  /// The test's folder.
  package let scratch: Scratch
  /// The state directory, mode 0700.
  package let state: String
  /// The folder that its programs are started from.
  package let programs: String
  /// The account that it runs as; `nil` is the test's own.
  package let account: UInt32?
  /// The process `openapplock up`; `nil` before the first start.
  package private(set) var up: RunningProcess?

  /// Makes the state directory, in another folder of the scratch if told so; starts nothing yet.
  package init(
    in scratch: Scratch, as account: UInt32? = nil, below folder: String? = nil
  ) throws {
    self.scratch = scratch
    self.account = account
    state = try scratch.makeFolder((folder.map { $0 + "/" } ?? "") + "state")
    programs = account == nil ? BuiltProgram.folder : try scratch.makeFolder("programs")
    if let account { try handOver(to: account) }
  }

  /// Makes the state directory, starts everything and waits until it is ready.
  package convenience init(
    in scratch: Scratch, as account: UInt32? = nil, options: [String]
  ) throws {
    try self.init(in: scratch, as: account)
    try start(options)
  }

  // MARK: Its life

  /// Starts `openapplock up`, again after it has ended, and waits until everything is ready.
  package func start(_ options: [String] = []) throws {
    let up = try launch("openapplock", ["--state", state, "up"] + options)
    self.up = up
    scratch.onCleanUp { [self] in tearDown(up) }
    try up.waitForLine(containing: "ready: openapplock", within: .seconds(30))
  }

  /// Runs `openapplock up` where it can't start, and hands back how it ended.
  package func failToStart(_ options: [String] = []) throws -> ProgramResult {
    let (path, words) = try command("openapplock", ["--state", state, "up"] + options)
    return try runToEnd(path, words, environment: environment, within: .seconds(30))
  }

  /// Starts one of its programs as its account.
  package func launch(_ program: String, _ arguments: [String]) throws -> RunningProcess {
    let (path, words) = try command(program, arguments)
    return try scratch.start(path, words, environment: environment)
  }

  /// Asks it to end and waits until it has.
  @discardableResult
  package func stop(within limit: Duration = .seconds(30)) throws -> ExitStatus {
    guard let up else { throw TestSupportError("it was never started") }
    up.terminate()
    return try up.waitForExit(within: limit)
  }

  private func tearDown(_ up: RunningProcess) {
    let below = ProcessView.descendants(of: up.pid)
    up.terminate()
    _ = poll(within: .seconds(30)) { !up.isRunning && !below.contains(where: \.isThere) }
    for process in below { process.send(SIGKILL) }
  }

  // MARK: Its processes

  /// Every process that it runs now, without `up` itself.
  package var processes: [ProcessView] {
    up.map { ProcessView.descendants(of: $0.pid) } ?? []
  }

  /// The process of a part that runs now.
  package func running(_ part: Part) -> ProcessView? {
    processes.first { $0.program == part.rawValue }
  }

  /// Waits until a part runs.
  package func process(
    _ part: Part, within limit: Duration = .seconds(30)
  ) throws -> ProcessView {
    var found: ProcessView?
    _ = poll(within: limit) {
      found = running(part)
      return found != nil
    }
    guard let found else { throw TestSupportError("no \(part.rawValue) runs within \(limit)") }
    return found
  }

  /// The cgroups on this machine that hold something for this installation.
  package func cages() throws -> [String] {
    guard let mount = ProcessView.groupsMount,
      let folders = FileManager.default.enumerator(atPath: mount)
    else { return [] }
    // A name that tells one state directory from another, as the service makes it.
    let hash = state.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    let name = "openapplock-" + String(hash, radix: 36) + "."
    return folders.compactMap { $0 as? String }.filter {
      $0.split(separator: "/").last?.hasPrefix(name) ?? false
    }
  }

  // MARK: Asking it

  /// Runs a command to its end.
  package func cli(
    _ arguments: [String], within limit: Duration = .seconds(30)
  ) throws -> ProgramResult {
    let (path, words) = try command("openapplock", ["--state", state] + arguments)
    return try runToEnd(path, words, environment: environment, within: limit)
  }

  /// Runs a command that has to succeed, and hands back what it printed.
  @discardableResult
  package func run(_ arguments: String...) throws -> String {
    let result = try cli(arguments)
    guard result.status == 0 else { throw Self.failure(arguments, result) }
    return result.out
  }

  /// Runs a command with `--json` that has to succeed, and reads what it printed.
  package func json<Value: Decodable>(
    _ arguments: String..., as type: Value.Type = Value.self
  ) throws -> Value {
    let result = try cli(["--json"] + arguments)
    guard result.status == 0 else { throw Self.failure(arguments, result) }
    return try JSONDecoder().decode(type, from: Data(result.out.utf8))
  }

  /// Runs a command with `--json` that has to be refused, and reads the refusal.
  package func refusal(of arguments: String...) throws -> Refusal {
    let result = try cli(["--json"] + arguments)
    guard result.status == 1 else { throw Self.failure(arguments, result) }
    return try JSONDecoder().decode([String: Refusal].self, from: Data(result.out.utf8))["error"]
      ?? { throw Self.failure(arguments, result) }()
  }

  /// What a refused command prints for programs.
  package struct Refusal: Decodable, Hashable, Sendable {
    /// The word for programs.
    package let code: String
    /// The sentence for people.
    package let message: String
    /// What there is to do.
    package let hint: String?
  }

  /// Moves a virtual clock to a local reading, and returns when all that it caused is answered.
  package func advance(to reading: String) throws {
    try run("clock", "advance", "--to", reading)
  }

  private static func failure(_ arguments: [String], _ result: ProgramResult) -> TestSupportError {
    let command = "openapplock \(arguments.joined(separator: " "))"
    return TestSupportError("\(command): \(result.status)\n\(result.out)\(result.err)")
  }

  // MARK: Another account

  /// Lets another account reach the scratch folder and the programs, and gives it the state.
  private func handOver(to account: UInt32) throws {
    guard unsafe chmod(scratch.path, 0o711) == 0, unsafe chmod(programs, 0o755) == 0,
      unsafe chown(state, account, account) == 0
    else { throw TestSupportError.system("give \(state) to user \(account)") }
    for part in Part.allCases {
      _ = try scratch.copyProgram(
        BuiltProgram.path(part.rawValue), as: "programs/" + part.rawValue)
    }
  }

  private func command(
    _ program: String, _ arguments: [String]
  ) throws -> (String, [String]) {
    let path = programs + "/" + program
    guard let account else { return (path, arguments) }
    let other = ["--reuid", String(account), "--regid", String(account), "--clear-groups"]
    return ("/usr/bin/setpriv", other + [path] + arguments)
  }

  /// Nothing of the test's own account reaches another one.
  private var environment: [String: String?] {
    var changes: [String: String?] = ["OPENAPPLOCK_STATE": nil]
    if account != nil { changes["HOME"] = state }
    return changes
  }
}
