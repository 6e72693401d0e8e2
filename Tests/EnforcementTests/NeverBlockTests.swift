import Enforcement
import ExecGuard
import Foundation
import ScreenTimeModel
import TestSupport
import Testing

@Suite("What is never blocked")
struct NeverBlockTests {
  @Test(
    "names of the system's own programs are protected",
    arguments: [
      "init", "systemd", "agetty", "login", "sshd", "gdm3", "sddm", "lightdm", "Xorg", "Xwayland",
      "gnome-shell", "kwin_wayland", "plasmashell", "sway", "bash", "dash", "sh", "zsh", "fish",
      "apt", "apt-get", "dpkg", "rpm", "dnf", "pacman", "sudo", "su", "pkexec", "polkitd", "env",
      "python3", "python3.11", "node", "nodejs18", "perl5.36.0", "ruby3.1", "java", "flatpak",
      "snap", "bwrap", "ld-linux-x86-64.so.2", "ld-musl-x86_64.so.1", "screentimed", "execguard",
      "openapplock", "OpenAppLockMonitor", "orca", "xdg-desktop-portal-gtk", "gsd-power",
      "electron27", "NetworkManager", "dbus-daemon",
    ])
  func protected(_ name: String) {
    #expect(ProtectedNames.reason(name: name) != nil)
  }

  @Test(
    "names of apps are not",
    arguments: [
      "firefox", "chromium", "steam", "gimp-2.10", "vlc", "supertuxkart", "minetest", "sleep",
      "pythonia", "javascript-ide", "nodepad", "shotwell", "sudoku", "bashtop", "initiator",
      "systemdgenie", "code", "discord", "gnome-chess", "loginizer",
    ])
  func apps(_ name: String) {
    #expect(ProtectedNames.reason(name: name) == nil)
  }

  @Test("a shell, its links and its hard links are refused with a sentence that says why")
  func shell() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let neverBlock = NeverBlock()
    for path in ["/bin/sh", "/bin/bash", "/usr/bin/env"] {
      let reason = try #require(neverBlock.reason(path: path))
      #expect(reason.hasPrefix("\"\(path)\" is never blocked: "))
    }
    let link = scratch.file("game")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/bin/bash")
    #expect(neverBlock.reason(path: link) != nil)
    let bash = try #require(FileIdentity(path: "/bin/bash"))
    #expect(neverBlock.reason(file: bash) == .shell)
  }

  @Test("a protected file is known by its inode, whatever it is called")
  func inode() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let folder = try scratch.makeFolder("bin")
    let shell = try scratch.copyProgram("/bin/sleep", as: "bin/zsh")
    try FileManager.default.linkItem(atPath: shell, toPath: scratch.file("game"))
    let neverBlock = NeverBlock(folders: [folder], shells: nil, own: nil)
    #expect(neverBlock.reason(path: scratch.file("game")) != nil)
    let listed = try scratch.copyProgram("/bin/sleep", as: "myshell")
    let shells = try scratch.write("# shells\n\(listed)\n", to: "shells")
    let withShells = NeverBlock(folders: [], shells: shells, own: nil)
    #expect(withShells.reason(path: listed) != nil)
  }

  @Test("an app that can't be shielded says why before a rule names it, and another says nothing")
  func refusals() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let catalog = AppCatalog(directories: [])
    let neverBlock = NeverBlock()
    let refusal = { (path: String) throws -> String? in
      let app = try #require(catalog.app(for: ApplicationToken(parsing: path)))
      return neverBlock.refusal(of: app.target)
    }
    #expect(try refusal("/bin/bash")?.contains("it is a shell") == true)
    #expect(try refusal("/usr/bin/env") != nil)
    #expect(try refusal(scratch.copyProgram("/bin/sleep", as: "game")) == nil)
    #expect(try refusal("/no/such/program/yet") == nil)
    let empty = AppTarget(token: try ApplicationToken(parsing: "org.x.Empty"), name: "Empty")
    #expect(neverBlock.refusal(of: empty)?.contains("org.x.Empty") == true)
  }

  @Test("this very program is protected")
  func own() {
    #expect(NeverBlock.reason(path: "/proc/self/exe") != nil)
  }

  @Test("a program that only has a system daemon's name elsewhere may be blocked")
  func elsewhere() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let game = try scratch.copyProgram("/bin/sleep", as: "init")
    #expect(NeverBlock(folders: [], shells: nil, own: nil).reason(path: game) == nil)
  }

  @Test("a changed program folder makes the answers stale")
  func stale() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let folder = try scratch.makeFolder("bin")
    let neverBlock = NeverBlock(folders: [folder], shells: nil, own: nil)
    #expect(!neverBlock.isStale)
    _ = try scratch.copyProgram("/bin/sleep", as: "bin/zsh")
    #expect(neverBlock.isStale)
  }
}
