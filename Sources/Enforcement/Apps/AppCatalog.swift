import Glibc
package import ScreenTimeModel

/// The apps of this machine, from the `.desktop` files of its application folders.
///
/// The same id in several folders is one app with the signals of all of them. The specification
/// lets the first one win; here that would let anybody who may write a file of that name in his own
/// folder turn a shield away from the real program.
package final class AppCatalog {
  private let folders: [String]
  private let resolver: LaunchResolver
  private var loaded: [ApplicationToken: InstalledApp]?
  private var stamp: [FolderReading] = []

  /// Reads the given folders, or those of the session and of the accounts that log in.
  package init(
    directories: [String] = AppCatalog.applicationFolders(), resolver: LaunchResolver = .init()
  ) {
    folders = directories
    self.resolver = resolver
  }

  /// The apps that menus show, by name.
  package func apps() -> [InstalledApp] {
    table().values.filter(\.isShown).sorted {
      ($0.name.lowercased(), $0.token) < ($1.name.lowercased(), $1.token)
    }
  }

  /// The app of a token: of its desktop id, or of the absolute path of an executable.
  ///
  /// A path that leads to nothing yet is an app too; a desktop id that nobody has is `nil`.
  package func app(for token: ApplicationToken) -> InstalledApp? {
    if let path = token.executablePath { return app(token, path: path) }
    return table()[token]
  }

  /// The categories of an app; empty for an id that is not installed.
  ///
  /// An app that is named by its path is in the categories of the installed app that has this
  /// executable.
  package func categories(of token: ApplicationToken) -> Set<ActivityCategoryToken> {
    app(for: token)?.categories ?? []
  }

  /// Whether the folders have changed since they were read; the next question reads them again.
  package var isStale: Bool { loaded != nil && stamp != readings() }

  private func table() -> [ApplicationToken: InstalledApp] {
    let now = readings()
    if let loaded, stamp == now { return loaded }
    stamp = now
    let read = load()
    loaded = read
    return read
  }

  private func app(_ token: ApplicationToken, path: String) -> InstalledApp {
    let signals = resolver.signals(forFile: path)
    let owner = table().values.filter { $0.isShown }.sorted { $0.token < $1.token }.first {
      $0.target.executables.contains(path) || $0.target.scripts.contains(path)
    }
    let name = FileSystem.name(of: path)
    return InstalledApp(
      token: token, name: name,
      categories: owner?.categories ?? CategoryMap.categories(for: []), isShown: true,
      target: Self.target(token, name, signals))
  }

  private static func target(
    _ token: ApplicationToken, _ name: String, _ signals: LaunchSignals
  ) -> AppTarget {
    AppTarget(
      token: token, name: name, executables: signals.executables, scripts: signals.scripts,
      argumentPatterns: signals.argumentPatterns, flatpaks: signals.flatpaks, snaps: signals.snaps)
  }

  // MARK: Reading

  private struct Draft {
    var name: String?
    var categories: Set<String> = []
    var isShown = false
    var signals = LaunchSignals()
  }

  private func load() -> [ApplicationToken: InstalledApp] {
    var drafts: [ApplicationToken: Draft] = [:]
    for folder in folders {
      for (id, path) in Self.files(in: folder, prefix: "", depth: 0) {
        guard let token = try? ApplicationToken(parsing: id),
          let text = FileSystem.text(of: path, atMost: 1_048_576)
        else { continue }
        let entry = DesktopEntry(parsing: text)
        guard entry.isApplication, !entry.hidden else { continue }
        add(entry, to: &drafts[token, default: Draft()])
      }
    }
    follow(&drafts)
    return Dictionary(
      uniqueKeysWithValues: drafts.map { token, draft in
        let name = draft.name ?? token.rawValue
        return (
          token,
          InstalledApp(
            token: token, name: name, categories: CategoryMap.categories(for: draft.categories),
            isShown: draft.isShown, target: Self.target(token, name, draft.signals))
        )
      })
  }

  private func add(_ entry: DesktopEntry, to draft: inout Draft) {
    draft.name = draft.name ?? entry.name
    draft.categories.formUnion(entry.categories)
    draft.isShown = draft.isShown || (!entry.noDisplay && isInstalled(entry))
    if let exec = entry.exec, let words = ExecLine.words(exec) {
      draft.signals.formUnion(resolver.signals(for: words))
    }
    if let id = entry.flatpak { draft.signals.flatpaks.insert(id) }
    if let name = entry.snap { draft.signals.snaps.insert(name) }
  }

  private func isInstalled(_ entry: DesktopEntry) -> Bool {
    guard let program = entry.tryExec else { return true }
    if program.hasPrefix("/") { return unsafe access(program, X_OK) == 0 }
    return LaunchResolver.defaultSearchPath.contains {
      unsafe access($0 + "/" + program, X_OK) == 0
    }
  }

  /// An entry that only launches another one is that other one.
  private func follow(_ drafts: inout [ApplicationToken: Draft]) {
    for (token, draft) in drafts {
      for alias in draft.signals.aliases {
        guard let other = try? ApplicationToken(parsing: alias), other != token,
          let signals = drafts[other]?.signals
        else { continue }
        drafts[token]?.signals.formUnion(signals)
      }
    }
  }

  private static func files(
    in folder: String, prefix: String, depth: Int
  ) -> [(id: String, path: String)] {
    FileSystem.names(in: folder).sorted().flatMap { name -> [(id: String, path: String)] in
      let path = folder + "/" + name
      if name.hasSuffix(".desktop") { return [(prefix + name, path)] }
      // A file in a folder below has the folders' names in its id.
      guard depth < 3, FileSystem.status(path)?.st_mode.isFolder == true else { return [] }
      return files(in: path, prefix: prefix + name + "-", depth: depth + 1)
    }
  }

  private struct FolderReading: Equatable {
    let path: String
    let seconds: Int
    let nanoseconds: Int
  }

  private func readings() -> [FolderReading] {
    folders.compactMap { folder in
      FileSystem.status(folder).map {
        FolderReading(
          path: folder, seconds: $0.st_mtim.tv_sec, nanoseconds: $0.st_mtim.tv_nsec)
      }
    }
  }
}

extension mode_t {
  /// Whether it is the mode of a folder.
  var isFolder: Bool { self & S_IFMT == S_IFDIR }
}
