import Glibc

/// Turns the words of a start into what its processes are known by.
///
/// Programs that only start others (`env`, `sh -c`, `flatpak run`, an interpreter) are looked
/// through and never become a target themselves.
package struct LaunchResolver: Sendable {
  private let searchPath: [String]

  /// Looks plain names up in `searchPath`.
  package init(searchPath: [String] = LaunchResolver.defaultSearchPath) {
    self.searchPath = searchPath
  }

  /// Where sessions look for programs.
  package static let defaultSearchPath = [
    "/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin",
    "/usr/local/games", "/usr/games", "/snap/bin", "/var/lib/snapd/snap/bin",
    "/var/lib/flatpak/exports/bin",
  ]

  /// What the words of an `Exec=` line, or of a command, start.
  package func signals(for words: some Collection<String>) -> LaunchSignals {
    signals(ArraySlice(words), depth: 0)
  }

  /// What a single file is known by: an executable, or a script with what it hands over to.
  package func signals(forFile path: String) -> LaunchSignals {
    signals(forFile: path, depth: 0)
  }

  private func signals(_ words: ArraySlice<String>, depth: Int) -> LaunchSignals {
    // A wrapper around a wrapper is usual, six of them are a riddle.
    guard depth < 6, let first = words.first, !first.isEmpty else { return LaunchSignals() }
    let name = FileSystem.name(of: first)
    let arguments = words.dropFirst()
    if let special = special(name, arguments, depth) { return special }
    if let wrapper = WrapperGrammar.of(name) {
      return wrapper.command(in: arguments).map { signals($0, depth: depth + 1) }
        ?? LaunchSignals()
    }
    guard let path = find(first) else { return LaunchSignals() }
    if let snap = Self.snapName(path) { return LaunchSignals(snaps: [snap]) }
    if let interpreted = interpreted(path, name, arguments) { return interpreted }
    if let pattern = Self.webApp(path, arguments) {
      return LaunchSignals(argumentPatterns: [pattern])
    }
    return signals(forFile: path, depth: depth)
  }

  private func special(
    _ name: String, _ arguments: ArraySlice<String>, _ depth: Int
  ) -> LaunchSignals? {
    switch name {
    case "flatpak":
      return LaunchSignals(
        flatpaks: Self.runTarget(
          arguments, valueOptions: ["--command", "--branch", "--arch", "--cwd"]))
    case "snap":
      return LaunchSignals(
        snaps: Set(
          Self.runTarget(arguments, valueOptions: ["--shell"])
            .compactMap { $0.split(separator: ".").first.map(String.init) }))
    case "gtk-launch", "dex", "exo-open", "gio", "kioclient":
      let words = arguments.filter { !$0.hasPrefix("-") && $0 != "launch" && $0 != "exec" }
      return LaunchSignals(aliases: Set(words.prefix(1).map { FileSystem.name(of: $0) }))
    case "xdg-open": return LaunchSignals()
    default: break
    }
    if let flags = WrapperGrammar.terminals[name],
      let flag = arguments.firstIndex(where: flags.contains)
    {
      let command = arguments[(flag + 1)...]
      let words = command.count == 1 ? ShellWords.simpleCommand(command[flag + 1]) : Array(command)
      return words.map { signals(ArraySlice($0), depth: depth + 1) } ?? LaunchSignals()
    }
    if ProtectedNames.reason(name: name) == .shell,
      let option = arguments.firstIndex(where: { $0 == "-c" || $0 == "-lc" || $0 == "-ic" }),
      option + 1 < arguments.endIndex
    {
      return ShellWords.simpleCommand(arguments[option + 1])
        .map { signals(ArraySlice($0), depth: depth + 1) } ?? LaunchSignals()
    }
    return nil
  }

  /// The first word after `run` that is no option.
  private static func runTarget(
    _ arguments: ArraySlice<String>, valueOptions: Set<String>
  ) -> Set<String> {
    guard let run = arguments.firstIndex(of: "run") else { return [] }
    let grammar = WrapperGrammar(valueOptions: valueOptions)
    return Set(grammar.command(in: arguments[(run + 1)...])?.prefix(1) ?? [])
  }

  /// What an interpreter runs.
  ///
  /// The real name counts too: `python3` is a link to `python3.11`.
  private func interpreted(
    _ path: String, _ name: String, _ arguments: ArraySlice<String>
  ) -> LaunchSignals? {
    let names = [name, FileSystem.resolved(path).map(FileSystem.name(of:)) ?? name]
    guard
      let program = names.lazy.compactMap({
        InterpreterArguments(interpreter: $0, arguments: arguments)
      }).first
    else { return nil }
    if let module = program.module {
      return LaunchSignals(
        argumentPatterns: [ArgumentPattern(executable: path, arguments: ["-m", module])])
    }
    guard let file = program.files.first.flatMap(find) else { return LaunchSignals() }
    if ProtectedNames.reason(name: name) == .loader { return LaunchSignals(executables: [file]) }
    return LaunchSignals(scripts: [file])
  }

  /// A web app shares its browser with everything else that the browser shows.
  private static func webApp(_ path: String, _ arguments: ArraySlice<String>) -> ArgumentPattern? {
    for (position, word) in zip(arguments.indices, arguments) {
      if word.hasPrefix("--app=") || word.hasPrefix("--app-id=") || word == "--application-mode"
        || word.hasPrefix("--class=WebApp-") || word.hasPrefix("steam://")
      {
        return ArgumentPattern(executable: path, arguments: [word])
      }
      if word == "--class", position + 1 < arguments.endIndex,
        arguments[position + 1].hasPrefix("WebApp-")
      {
        return ArgumentPattern(executable: path, arguments: [word, arguments[position + 1]])
      }
    }
    return nil
  }

  private func signals(forFile path: String, depth: Int) -> LaunchSignals {
    if let snap = Self.snapName(path) { return LaunchSignals(snaps: [snap]) }
    guard ProtectedFile.isOwn(path) else { return LaunchSignals() }
    switch ExecutableFile.kind(of: path) {
    case .binary: return LaunchSignals(executables: [path])
    case .script(let text):
      var signals = LaunchSignals(scripts: [path])
      for command in LauncherScript.commands(in: text, at: FileSystem.resolved(path) ?? path) {
        signals.formUnion(self.signals(ArraySlice(command), depth: depth + 1))
      }
      return signals
    case .data: return LaunchSignals(scripts: [path])
    case nil:
      // Not there, or not readable: its name is watched until it is.
      return LaunchSignals(executables: [path])
    }
  }

  /// The path of a program.
  ///
  /// A name without a folder is looked up. An absolute path that doesn't exist yet is kept: it may
  /// come.
  private func find(_ word: String) -> String? {
    if word.hasPrefix("/") { return FileSystem.normalized(word) }
    guard !word.contains("/") else { return nil }
    return searchPath.map { $0 + "/" + word }.first { unsafe access($0, X_OK) == 0 }
  }

  private static func snapName(_ path: String) -> String? {
    let folders = ["/snap/bin/", "/var/lib/snapd/snap/bin/"]
    guard folders.contains(where: { path.hasPrefix($0) }) else { return nil }
    return FileSystem.name(of: path).split(separator: ".").first.map(String.init)
  }
}

/// Whether a file may stand for an app at all.
enum ProtectedFile {
  /// A program with a protected name stands for itself, never for the app that starts it.
  static func isOwn(_ path: String) -> Bool {
    let names = [path, FileSystem.resolved(path) ?? path].map(FileSystem.name(of:))
    return !names.contains { ProtectedNames.reason(name: $0)?.countsEverywhere == true }
  }
}
