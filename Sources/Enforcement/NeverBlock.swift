package import ExecGuard
import Glibc
import ScreenTimeModel

/// Knows the programs that are never blocked: by path, by resolved path and by inode.
///
/// Asked when a rule is saved, and again with fresh answers when it is enforced: a link that was
/// bent in between, or a name that an update moved, must not make it a shell that is denied.
package struct NeverBlock: Sendable {
  private let inodes: [FileIdentity: ProtectedNames.Reason]
  private let folders: [String]
  private let stamps: [FolderStamp]

  /// Reads the system's program folders, `/etc/shells`, and where our own programs lie.
  package init() {
    self.init(folders: Self.systemFolders, shells: "/etc/shells", own: Self.ownFolder())
  }

  /// Reads the given folders instead of the system's.
  package init(folders: [String], shells: String?, own: String?) {
    var inodes: [FileIdentity: ProtectedNames.Reason] = [:]
    var seen = Set<FileIdentity>()
    var stamps: [FolderStamp] = []
    for folder in folders {
      guard let stamp = FolderStamp(path: folder) else { continue }
      stamps.append(stamp)
      guard seen.insert(stamp.identity).inserted else { continue }
      for name in FileSystem.names(in: folder) {
        guard let reason = ProtectedNames.reason(name: name) else { continue }
        if let file = FileIdentity(path: folder + "/" + name) { inodes[file] = reason }
      }
    }
    for shell in Self.listed(in: shells) {
      if let file = FileIdentity(path: shell) { inodes[file] = .shell }
    }
    for program in Self.own(in: own) {
      if let file = FileIdentity(path: program) { inodes[file] = .own }
    }
    if let first = FileIdentity(path: "/proc/1/exe") { inodes[first] = inodes[first] ?? .system }
    self.inodes = inodes
    self.folders = folders
    self.stamps = stamps
  }

  /// Whether a program folder has changed since, so that inodes may be other ones now.
  package var isStale: Bool {
    stamps.contains { FolderStamp(path: $0.path) != $0 }
      || folders.count != stamps.count
        && folders.contains { path in
          !stamps.contains { $0.path == path } && FolderStamp(path: path) != nil
        }
  }

  /// Why the program at `path` is never blocked: one sentence, or `nil` when it may be.
  package static func reason(path: String) -> String? { NeverBlock().reason(path: path) }

  /// Why the program at `path` is never blocked: one sentence, or `nil` when it may be.
  package func reason(path: String) -> String? {
    let resolved = FileSystem.resolved(path)
    let found =
      Self.reason(named: path) ?? resolved.flatMap(Self.reason(named:))
      ?? FileIdentity(path: path).flatMap { inodes[$0] }
    return found.map { "\"\(path)\" is never blocked: \($0.sentence)" }
  }

  /// Why an app can't be shielded at all: one sentence, or `nil` when it can.
  ///
  /// Asked before a rule or list that names the app is saved.
  package func refusal(of target: AppTarget) -> String? {
    if let path = target.token.executablePath, let reason = reason(path: path) { return reason }
    guard !target.isUnrecognisable else {
      return "\"\(target.token.rawValue)\" can't be shielded: it has no program of its own that its"
        + " processes could be told by"
    }
    let onlyFiles =
      target.argumentPatterns.isEmpty && target.flatpaks.isEmpty && target.snaps.isEmpty
    let reasons = (target.executables + target.scripts).map { reason(path: $0) }
    return onlyFiles && reasons.allSatisfy { $0 != nil } ? reasons.first ?? nil : nil
  }

  /// Why this inode is never blocked.
  ///
  /// A process is asked about by its inode alone, because a path is what its own mount namespace
  /// says.
  package func reason(file: FileIdentity) -> ProtectedNames.Reason? { inodes[file] }

  private static func reason(named path: String) -> ProtectedNames.Reason? {
    let name = String(path.split(separator: "/").last ?? "")
    guard let reason = ProtectedNames.reason(name: name) else { return nil }
    return reason.countsEverywhere || SystemFolders.contains(path) ? reason : nil
  }

  private static func listed(in shells: String?) -> [String] {
    guard let shells, let text = FileSystem.text(of: shells, atMost: 65_536) else { return [] }
    return text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("/") }
  }

  private static func own(in folder: String?) -> [String] {
    var programs = ["/proc/self/exe"]
    if let folder {
      programs += FileSystem.names(in: folder)
        .filter { ProtectedNames.reason(name: $0) == .own }.map { folder + "/" + $0 }
    }
    return programs
  }

  private static func ownFolder() -> String? {
    FileSystem.linkTarget("/proc/self/exe").map(FileSystem.parent(of:))
  }

  private static let systemFolders = [
    "/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/usr/libexec",
    "/usr/lib/systemd", "/lib/systemd", "/usr/lib/polkit-1", "/usr/lib/policykit-1",
    "/usr/lib/openssh", "/usr/lib/xorg", "/usr/lib/gdm3", "/usr/lib/dbus-1.0", "/usr/lib/snapd",
    "/usr/lib/gnome-session", "/lib64", "/lib", "/usr/libexec/openapplock", "/usr/games",
  ]
}

/// A folder as it was when it was read.
private struct FolderStamp: Equatable, Sendable {
  let path: String
  let identity: FileIdentity
  let seconds: Int
  let nanoseconds: Int

  init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.path = path
    identity = FileIdentity(status)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
