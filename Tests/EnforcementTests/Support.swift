import CLinux
import Enforcement
import EventLoop
import Foundation
import Glibc
import ScreenTimeModel
import TestSupport

/// An enforcer with a scratch folder, and what it told.
///
/// Everything that is blocked or frozen through it is a copy that the test made in its folder.
final class Stage {
  let scratch: Scratch
  let loop: EventLoop
  let instance: String
  private(set) var enforcer: Enforcer
  private(set) var denied: [DeniedLaunch] = []
  private(set) var frozen: [FrozenProcess] = []
  private(set) var thawed: [FrozenProcess] = []
  private(set) var warned: [ClosingProcess] = []
  private(set) var closed: [ClosingProcess] = []
  private(set) var faults: [(code: String, message: String)] = []

  init(_ test: String = #function) throws {
    scratch = try Scratch(test)
    loop = try EventLoop()
    instance = "t" + String(UInt32.random(in: 0...UInt32.max), radix: 36)
    try scratch.makeFolder("state")
    enforcer = Enforcer(
      loop: loop, instance: instance, stateDirectory: scratch.file("state"),
      guardExecutable: try BuiltProgram.path("execguard"))
    listen()
  }

  private func listen() {
    enforcer.onDenied = { [unowned self] in denied.append($0) }
    enforcer.onFrozen = { [unowned self] in frozen.append($0) }
    enforcer.onThawed = { [unowned self] in thawed.append($0) }
    enforcer.onWarning = { [unowned self] process, _ in warned.append(process) }
    enforcer.onClosed = { [unowned self] in closed.append($0) }
    enforcer.onFault = { [unowned self] in faults.append(($0, $1)) }
  }

  /// Replaces the enforcer by another life of the same instance; the first one's hold stays.
  func nextLife() throws {
    let lost = enforcer
    abandoned.append(lost)
    enforcer = Enforcer(
      loop: loop, instance: instance, stateDirectory: scratch.file("state"),
      guardExecutable: try BuiltProgram.path("execguard"))
    listen()
  }

  private var abandoned: [Enforcer] = []

  /// Ends everything; nothing of the stage is left.
  func cleanUp() {
    enforcer.stop()
    for enforcer in abandoned { enforcer.stop() }
    scratch.cleanUp()
  }

  /// A copy of a program of the machine, with a few bytes of this stage's own behind it: the copies
  /// of tests that run at the same time must not be each other's content.
  func program(_ name: String = "game", of source: String = "/bin/sleep") throws -> String {
    try copy(source, as: name, ending: instance)
  }

  /// A copy that another process makes: were it written here, another test's child could have it
  /// open for writing just when it is to be started.
  func copy(_ source: String, as name: String, ending: String = "") throws -> String {
    let path = scratch.file(name)
    let script = "cp \"$1\" \"$2\" && printf %s \"$3\" >> \"$2\" && chmod 755 \"$2\""
    let result = try runToEnd("/bin/sh", ["-c", script, "copy", source, path, ending])
    guard result.status == 0 else { throw StageError("no copy of \(source): \(result.err)") }
    return path
  }

  /// What a copy of the shell is told, so that it waits without starting anything: a process that
  /// was just forked, and one that waits for what it forked, are neither stopped nor running.
  func idleScript() throws -> String {
    let pipe = scratch.file("idle")
    _ = unsafe mkfifo(pipe, 0o666)
    return "exec 9<>'\(pipe)'; while :; do read line <&9; done"
  }

  func target(_ path: String) throws -> AppTarget {
    AppTarget(
      token: try ApplicationToken(parsing: path), name: "Game", executables: [path])
  }

  func target(script path: String) throws -> AppTarget {
    AppTarget(token: try ApplicationToken(parsing: path), name: "Script", scripts: [path])
  }

  func shield(
    _ targets: [AppTarget], users: Set<UInt32> = [geteuid()], whenBlocked: WhenBlocked = .freeze
  ) {
    enforcer.apply(
      WantedState(targets: targets, supervised: .uids(users), whenBlocked: whenBlocked))
  }

  func shield(_ path: String) throws { shield([try target(path)]) }

  /// Whether the start of a copy of `sleep` is denied; one that isn't ends by itself.
  func isDenied(_ path: String) throws -> Bool {
    var pid: pid_t = 0
    let result = unsafe withArguments([path, "0"]) { arguments in
      unsafe posix_spawn(&pid, path, nil, nil, arguments, environ)
    }
    if result == EPERM { return true }
    guard result == 0 else {
      throw StageError("could not start \(path): error \(result)")
    }
    waitpid(pid, nil, 0)
    return false
  }

  private func withArguments(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    return unsafe body(arguments)
  }

  /// Lets the loop turn until the condition holds.
  func turn(until condition: () -> Bool, within limit: Duration = .seconds(30)) throws -> Bool {
    try loop.run(until: condition, within: limit)
  }

  /// Lets the loop turn until the processes are in cages, where this account may make some.
  func waitForCage(_ pids: Int32...) throws {
    guard isRoot, Kernel.mount() != nil else { return }
    _ = try turn(until: { pids.allSatisfy(Kernel.isCaged) })
  }
}

/// Why a stage could not be set up.
struct StageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// What tests do with their own files.
enum Files {
  /// Puts a file in another one's place in one step, as an update does.
  static func move(_ from: String, to: String) throws {
    guard unsafe rename(from, to) == 0 else { throw StageError("could not move \(from)") }
  }

  /// Lets everybody in, or run it.
  static func open(_ path: String) {
    _ = unsafe chmod(path, 0o755)
  }

  /// Whether there is such a program on this machine.
  static func isProgram(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }
}

/// What the kernel says of a process.
enum Kernel {
  static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  static func state(_ pid: Int32) -> String {
    text("/proc/\(pid)/status").split(separator: "\n").first { $0.hasPrefix("State:") }
      .map { String($0.dropFirst(7).prefix(1)) } ?? ""
  }

  static func cgroup(_ pid: Int32) -> String {
    text("/proc/\(pid)/cgroup").split(separator: "\n").first { $0.hasPrefix("0::") }
      .map { String($0.dropFirst(3)) } ?? ""
  }

  static func mount() -> String? {
    text("/proc/mounts").split(separator: "\n").map { $0.split(separator: " ") }
      .first { $0[2] == "cgroup2" }.map { String($0[1]) }
  }

  static func isStopped(_ pid: Int32) -> Bool { state(pid) == "T" }

  static func isCaged(_ pid: Int32) -> Bool {
    guard let mount = mount() else { return false }
    let group = cgroup(pid)
    return group.contains("/openapplock-")
      && text("\(mount)\(group)/cgroup.events").contains("frozen 1")
  }

  static func isHeld(_ pid: Int32) -> Bool { isStopped(pid) || isCaged(pid) }

  /// Whether a process that was told to is at rest: it stops when it next comes by the kernel.
  static func comesToRest(_ pid: Int32) -> Bool {
    poll(within: .seconds(30)) { isHeld(pid) }
  }

  /// The cages of an instance that there are.
  static func cages(_ instance: String) -> [String] {
    guard let mount = mount(), let walk = FileManager.default.enumerator(atPath: mount) else {
      return []
    }
    return walk.compactMap { $0 as? String }.filter {
      $0.split(separator: "/").last?.hasPrefix("openapplock-\(instance).") == true
    }
  }

  /// Whether this machine lets us deny starts.
  static var mayDeny: Bool {
    let group = oal_fanotify_open()
    guard group >= 0 else { return false }
    close(group)
    return true
  }
}
