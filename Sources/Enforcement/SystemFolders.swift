/// The folders that only the system's own package managers fill.
///
/// A file there is known by its path and inode only, never by its content: a shielded copy of a
/// system program must not take the system's one with it.
package enum SystemFolders {
  private static let roots = [
    "/usr/", "/bin/", "/sbin/", "/lib/", "/lib32/", "/lib64/", "/libx32/", "/opt/", "/app/",
    "/snap/", "/var/lib/flatpak/", "/var/lib/snapd/", "/nix/store/", "/gnu/store/",
  ]

  /// Whether `path` lies in one of them.
  package static func contains(_ path: String) -> Bool {
    roots.contains { path.hasPrefix($0) } || path.contains("/.local/share/flatpak/")
  }
}
