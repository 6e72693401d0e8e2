import ExecGuard
import Glibc
import ScreenTimeModel

/// Decides which apps a process belongs to.
///
/// Any one signal is enough to block. None of them is inherited without being checked against the
/// process itself: what an app starts (a terminal, a browser) is not that app.
struct ProcessClassifier {
  let index: TargetIndex
  let neverBlock: NeverBlock
  let copies: ContentComparison

  /// What the inode, or a copy of a shielded file, tells: the quick signals.
  func quick(_ process: ScannedProcess) -> [ApplicationToken] {
    if let files = index.files[process.file] {
      return files.filter(\.isBinary).map(\.token)
    }
    if let files = index.former[process.version] { return files.filter(\.isBinary).map(\.token) }
    if process.fileIsGone, let executable = ProcessFacts.executable(of: process.pid),
      let files = index.resolvedPaths[executable.path]
    {
      // An older version of the file, which an update replaced while it ran.
      return files.map(\.token)
    }
    return copiedFrom(process)
  }

  private func copiedFrom(_ process: ScannedProcess) -> [ApplicationToken] {
    guard let candidates = index.sizes[process.size],
      let executable = ProcessFacts.executable(of: process.pid),
      !SystemFolders.contains(executable.path), neverBlock.reason(file: process.file) == nil
    else { return [] }
    return candidates.filter { copies.isCopy(executableOf: process.pid, of: $0.path) }
      .map(\.token)
  }

  /// What everything tells, the quick signals included.
  func thorough(_ process: ScannedProcess) -> [ApplicationToken] {
    var tokens = quick(process)
    let add: ([ApplicationToken]?) -> Void = { more in
      for token in more ?? [] where !tokens.contains(token) { tokens.append(token) }
    }
    add(sandboxed(process.pid))
    add(byArguments(process))
    // What is protected may run somebody's script, but never stands for an app by itself.
    if neverBlock.reason(file: process.file) == nil { add(byEnvironment(process.pid)) }
    return tokens
  }

  /// Whether the process may run different programs without its file changing, so that an answer
  /// about it does not last.
  func isInterpreter(_ process: ScannedProcess) -> Bool {
    neverBlock.reason(file: process.file)?.countsEverywhere == true
  }

  private func sandboxed(_ pid: Int32) -> [ApplicationToken]? {
    if !index.flatpaks.isEmpty, let id = ProcessFacts.flatpak(of: pid) {
      return index.flatpaks[id]
    }
    if !index.snaps.isEmpty, let name = ProcessFacts.snap(of: pid) { return index.snaps[name] }
    return nil
  }

  // MARK: Arguments

  private func byArguments(_ process: ScannedProcess) -> [ApplicationToken] {
    let shared = index.patterns.filter { $0.program == process.file }
    let interpreter = interpreterName(process)
    guard !shared.isEmpty || interpreter != nil else { return [] }
    let arguments = ProcessFacts.commandLine(of: process.pid).dropFirst()
    var tokens = shared.filter { $0.pattern.matches(arguments) }.map(\.token)
    if let interpreter,
      let program = InterpreterArguments(interpreter: interpreter, arguments: arguments)
    {
      for path in program.files {
        guard let file = Self.identity(of: path, seenBy: process.pid) else { continue }
        tokens += (index.files[file] ?? []).map(\.token)
      }
    }
    return tokens
  }

  private func interpreterName(_ process: ScannedProcess) -> String? {
    guard !index.files.isEmpty, let executable = ProcessFacts.executable(of: process.pid) else {
      return nil
    }
    let name = FileSystem.name(of: executable.path)
    return InterpreterArguments(interpreter: name, arguments: []) == nil ? nil : name
  }

  /// The file that the process means by `path`: by its own root, and by its own folder.
  private static func identity(of path: String, seenBy pid: Int32) -> FileIdentity? {
    if path.hasPrefix("/") {
      return FileIdentity(path: "/proc/\(pid)/root\(path)") ?? FileIdentity(path: path)
    }
    return FileIdentity(path: "/proc/\(pid)/cwd/\(path)")
  }

  // MARK: Environment

  private static let names: Set<String> = [
    "APPIMAGE", "APPDIR", "GIO_LAUNCHED_DESKTOP_FILE", "GIO_LAUNCHED_DESKTOP_FILE_PID",
  ]

  /// Both signals are inherited by children, so each is checked against the process: an AppImage's
  /// program lies inside its mount, and a desktop says which process it started.
  private func byEnvironment(_ pid: Int32) -> [ApplicationToken] {
    let values = ProcessFacts.environment(of: pid, names: Self.names)
    guard !values.isEmpty else { return [] }
    var tokens: [ApplicationToken] = []
    if let image = values["APPIMAGE"], let folder = values["APPDIR"], folder.count > 1,
      let file = FileIdentity(path: image), let files = index.files[file],
      ProcessFacts.executable(of: pid)?.path.hasPrefix(folder + "/") == true
    {
      tokens += files.map(\.token)
    }
    if values["GIO_LAUNCHED_DESKTOP_FILE_PID"] == String(pid),
      let entry = values["GIO_LAUNCHED_DESKTOP_FILE"],
      let token = try? ApplicationToken(parsing: FileSystem.name(of: entry)),
      index.names[token] != nil, !index.patterns.contains(where: { $0.token == token })
    {
      tokens.append(token)
    }
    return tokens
  }
}
