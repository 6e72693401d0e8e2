import Glibc

extension AppCatalog {
  /// The application folders: those of this session's environment, Flatpak's and snap's, and for
  /// root those of every account that logs in, whose menus show what lies there too.
  package static func applicationFolders() -> [String] {
    var data: [String] = []
    let home = environment("HOME")
    if let own = environment("XDG_DATA_HOME") ?? home.map({ $0 + "/.local/share" }) {
      data.append(own)
    }
    if let home { data.append(home + "/.local/share/flatpak/exports/share") }
    if geteuid() == 0 {
      for home in homes() {
        data += [home + "/.local/share", home + "/.local/share/flatpak/exports/share"]
      }
    }
    data += (environment("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share")
      .split(separator: ":").map(String.init)
    data += ["/usr/local/share", "/usr/share", "/var/lib/flatpak/exports/share"]
    data.append("/var/lib/snapd/desktop")
    var seen = Set<String>()
    return data.filter { $0.hasPrefix("/") && seen.insert($0).inserted }
      .map { $0 + "/applications" }
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The homes of the accounts that log in, from the account file itself: a program that is linked
  /// whole can't ask the name service.
  private static func homes() -> [String] {
    (FileSystem.text(of: "/etc/passwd", atMost: 1_048_576) ?? "").split(separator: "\n")
      .compactMap { line in
        let fields = line.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count >= 7, let user = UInt32(fields[2]),
          SupervisedUsers.loginRange.contains(user), fields[5].hasPrefix("/")
        else { return nil }
        return String(fields[5])
      }
  }
}
