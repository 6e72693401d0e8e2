package import ExecGuard
import Glibc
package import ScreenTimeModel

/// The targets with their paths looked up: which inode, script, Flatpak and snap is whose.
package struct TargetIndex: Equatable {
  /// A file of a target.
  package struct File: Hashable, Sendable {
    /// The app.
    package let token: ApplicationToken
    /// The path that the rule knows.
    package let path: String
    /// Whether the kernel runs it itself; a script is run by its interpreter.
    package let isBinary: Bool
    /// Whether it lay at the path before and doesn't any more.
    ///
    /// It stays shielded: whoever moves a shielded program away must not have unlocked it.
    package var isFormer = false
  }

  /// A program that is this app only with certain arguments.
  struct Shared: Equatable {
    let program: FileIdentity
    let pattern: ArgumentPattern
    let token: ApplicationToken
  }

  /// A target that can't be enforced, wholly or in part, and why.
  package struct Refusal: Hashable, Sendable {
    /// The app.
    package let token: ApplicationToken
    /// One sentence.
    package let reason: String
  }

  /// The names of the apps.
  package private(set) var names: [ApplicationToken: String] = [:]
  /// What was refused.
  package private(set) var refusals: [Refusal] = []
  /// What the guard denies, one entry a file, in order.
  package private(set) var guarded: [GuardEntry] = []
  /// The file of each guarded entry.
  package private(set) var guardedFiles: [File] = []
  /// What lies at each path now.
  package private(set) var versions: [String: FileVersion] = [:]
  /// Every path whose replacement matters.
  package private(set) var watchedPaths: Set<String> = []

  private(set) var files: [FileIdentity: [File]] = [:]
  private(set) var former: [FileVersion: [File]] = [:]
  private(set) var sizes: [Int64: [File]] = [:]
  private(set) var resolvedPaths: [String: [File]] = [:]
  private(set) var patterns: [Shared] = []
  private(set) var flatpaks: [String: [ApplicationToken]] = [:]
  private(set) var snaps: [String: [ApplicationToken]] = [:]

  /// Looks everything up.
  ///
  /// What must never be blocked is left out and named in ``refusals``.
  ///
  /// - Parameters:
  /// - targets: the apps.
  /// - neverBlock: what is left out.
  /// - seen: what has lain at the paths since they are shielded.
  package init(
    _ targets: [AppTarget], neverBlock: NeverBlock, seen: [String: [FileVersion]] = [:]
  ) {
    let targets = targets.sorted { $0.token < $1.token }
    for target in targets {
      names[target.token] = target.name
      for path in target.executables { add(path, of: target, binary: true, neverBlock) }
      for path in target.scripts { add(path, of: target, binary: false, neverBlock) }
      for pattern in target.argumentPatterns {
        guard let program = FileIdentity(path: pattern.executable) else { continue }
        patterns.append(Shared(program: program, pattern: pattern, token: target.token))
      }
      for id in target.flatpaks { flatpaks[id, default: []].append(target.token) }
      for name in target.snaps { snaps[name, default: []].append(target.token) }
      if target.isUnrecognisable, let reason = neverBlock.refusal(of: target) {
        refusals.append(Refusal(token: target.token, reason: reason))
      }
    }
    for target in targets { addFormer(of: target, seen) }
  }

  /// Whether each path still leads to what was found there.
  package var isCurrent: Bool {
    watchedPaths.allSatisfy { FileVersion(path: $0)?.file == versions[$0]?.file }
  }

  private mutating func addFormer(of target: AppTarget, _ seen: [String: [FileVersion]]) {
    for (paths, binary) in [(target.executables, true), (target.scripts, false)] {
      for path in paths {
        for version in seen[path] ?? [] where files[version.file] == nil {
          let file = File(token: target.token, path: path, isBinary: binary, isFormer: true)
          if former[version] == nil {
            guarded.append(GuardEntry(file: version.file, path: path))
            guardedFiles.append(file)
          }
          former[version, default: []].append(file)
        }
      }
    }
  }

  /// An index of nothing.
  package static func empty() -> TargetIndex {
    TargetIndex([], neverBlock: NeverBlock(folders: [], shells: nil, own: nil))
  }

  /// Whether there is nothing to look for.
  package var isEmpty: Bool { names.isEmpty }

  private mutating func add(
    _ path: String, of target: AppTarget, binary: Bool, _ neverBlock: NeverBlock
  ) {
    watchedPaths.insert(path)
    if let reason = neverBlock.reason(path: path) {
      refusals.append(Refusal(token: target.token, reason: reason))
      return
    }
    guard let status = FileSystem.status(path), status.st_mode & S_IFMT == S_IFREG else { return }
    let identity = FileIdentity(status)
    let file = File(token: target.token, path: path, isBinary: binary)
    if files[identity] == nil {
      guarded.append(GuardEntry(file: identity, path: path))
      guardedFiles.append(file)
    }
    files[identity, default: []].append(file)
    versions[path] = FileVersion(status)
    if binary {
      sizes[Int64(status.st_size), default: []].append(file)
      if let resolved = FileSystem.resolved(path) {
        resolvedPaths[resolved, default: []].append(file)
      }
    }
  }
}
