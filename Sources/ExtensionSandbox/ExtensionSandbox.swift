import CLinux
package import EventLoop
import Glibc

/// Starts the programs of extensions where they reach their app group and the service, and nothing
/// else.
///
/// The rules hold before the program's first instruction and can't be taken back; whatever it starts
/// is under them too. What the kernel lacks is left out and told (``SandboxReport``); what it has and
/// refuses keeps the program from being started.
package struct ExtensionSandbox: Sendable {
  private let mode: SandboxMode
  private let support: SandboxSupport

  /// Makes a sandbox out of what a kernel has.
  package init(_ mode: SandboxMode, on support: SandboxSupport = .ofThisKernel()) {
    self.mode = mode
    self.support = support
  }

  /// How well it keeps.
  package var report: SandboxReport { SandboxReport(mode, on: support) }

  /// Starts a program that writes to `output` and shares a directory with its app.
  ///
  /// It is killed when the thread that started it ends.
  ///
  /// - Returns: its process id.
  /// - Throws: the system's reason, and at which step.
  package func start(
    _ executable: String, _ arguments: [String], sharing group: String, output: Int32
  ) throws(SystemError) -> Int32 {
    let rules = try ruleset(for: executable, sharing: group)
    var confinement = oal_confinement(
      applies: mode == .auto ? 1 : 0, ruleset: -1, version: Int32(support.landlock),
      without_network: mode == .auto && support.filtersCalls ? 1 : 0)
    switch rules {
    case .some(let rules):
      confinement.ruleset = rules.raw
      return try Self.spawn(executable, arguments, output, confinement)
    case .none:
      return try Self.spawn(executable, arguments, output, confinement)
    }
  }

  // MARK: Files

  private func ruleset(
    for executable: String, sharing group: String
  ) throws(SystemError) -> FileDescriptor? {
    guard mode == .auto, support.landlock > 0 else { return nil }
    let rules = try FileDescriptor(
      checking: oal_landlock_create(Int32(support.landlock)), "make a sandbox")
    try allow(OAL_LANDLOCK_EXECUTE, below: executable, in: rules)
    try allow(OAL_LANDLOCK_CHANGE, below: group, in: rules)
    for path in SandboxPlaces.readable {
      try allow(OAL_LANDLOCK_READ, below: path, in: rules, ifThere: true)
    }
    guard ProgramKind(of: executable) == .needsSystem else { return rules }
    let own = [ProgramFolder.own(of: executable)].compactMap(\.self)
    for folder in own + ProgramFolder.libraries(of: executable) {
      try allow(OAL_LANDLOCK_READ, below: folder, in: rules, ifThere: true)
    }
    for path in SandboxPlaces.systemFolders {
      try allow(OAL_LANDLOCK_EXECUTE, below: path, in: rules, ifThere: true)
    }
    for path in SandboxPlaces.systemFiles {
      try allow(OAL_LANDLOCK_READ, below: path, in: rules, ifThere: true)
    }
    return rules
  }

  private func allow(
    _ allowance: oal_landlock_allowance, below path: String, in rules: borrowing FileDescriptor,
    ifThere: Bool = false
  ) throws(SystemError) {
    let result = unsafe oal_landlock_allow(
      rules.raw, Int32(support.landlock), path, Int32(allowance.rawValue))
    guard result != 0, !(ifThere && errno == ENOENT) else { return }
    throw .last("let an extension use", path: path)
  }

  // MARK: The start

  private static func spawn(
    _ executable: String, _ arguments: [String], _ output: Int32, _ confinement: oal_confinement
  ) throws(SystemError) -> Int32 {
    var words = unsafe ([executable] + arguments).map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    unsafe words.append(nil)
    var step: Int32 = 0
    var confinement = confinement
    let pid = unsafe oal_spawn_confined(executable, words, output, &confinement, &step)
    guard pid > 0 else { throw .last(operation(failing: step), path: executable) }
    return pid
  }

  /// What an error says was attempted.
  private static func operation(failing step: Int32) -> String {
    switch UInt32(step) {
    case OAL_SPAWN_CONFINE_FILES.rawValue: "keep from others' files"
    case OAL_SPAWN_CONFINE_NETWORK.rawValue: "keep off the network"
    default: "start"
    }
  }
}
