import Enforcement
import Foundation
import ScreenTimeModel
import TestSupport
import Testing

@Suite("The apps of a machine")
struct AppCatalogTests {
  private func entry(
    _ name: String, _ exec: String, _ more: String = "", categories: String = "Game;"
  ) -> String {
    """
    [Desktop Entry]
    Type=Application
    Name=\(name)
    Exec=\(exec)
    Categories=\(categories)
    \(more)
    """
  }

  @Test("shown entries are apps, by name, with categories and executables")
  func shown() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let game = try scratch.copyProgram("/bin/sleep", as: "game")
    let folder = try scratch.makeFolder("applications")
    try scratch.makeFolder("applications/kde")
    try scratch.write(entry("Zebra", game), to: "applications/zebra.desktop")
    try scratch.write(
      entry("Ant", "flatpak run org.x.Ant", "X-Flatpak=org.x.Ant", categories: "Office;"),
      to: "applications/kde/ant.desktop")
    try scratch.write(entry("Helper", game, "NoDisplay=true"), to: "applications/h.desktop")
    try scratch.write(entry("Gone", game, "Hidden=true"), to: "applications/gone.desktop")
    try scratch.write(
      entry("Absent", "x", "TryExec=/no/such/program"), to: "applications/absent.desktop")
    try scratch.write("[Desktop Entry]\nType=Link\nName=L\n", to: "applications/l.desktop")
    try scratch.write("not an entry", to: "applications/broken.desktop")
    let catalog = AppCatalog(directories: [folder, "/no/such/folder"])
    #expect(catalog.apps().map(\.token.rawValue) == ["kde-ant", "zebra"])
    let zebra = try #require(catalog.app(for: ApplicationToken(parsing: "zebra")))
    #expect(zebra.executables == [game])
    #expect(zebra.name == "Zebra")
    #expect(zebra.categories.map(\.rawValue) == ["games"])
    let ant = try #require(catalog.app(for: ApplicationToken(parsing: "kde-ant.desktop")))
    #expect(ant.target.flatpaks == ["org.x.Ant"])
    #expect(try catalog.app(for: ApplicationToken(parsing: "h")) != nil)
    #expect(try catalog.app(for: ApplicationToken(parsing: "gone")) == nil)
    #expect(try catalog.categories(of: ApplicationToken(parsing: "nobody")).isEmpty)
  }

  @Test("an entry of the same id in one's own folder doesn't take the real program away")
  func forged() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let real = try scratch.copyProgram("/bin/sleep", as: "real")
    let other = try scratch.copyProgram("/bin/sleep", as: "other")
    let own = try scratch.makeFolder("own")
    let system = try scratch.makeFolder("system")
    try scratch.write(entry("Game", real), to: "system/game.desktop")
    try scratch.write(entry("Not a game", other, "Hidden=true"), to: "own/game.desktop")
    let catalog = AppCatalog(directories: [own, system])
    let token = try ApplicationToken(parsing: "game")
    #expect(catalog.app(for: token)?.executables == [real])
    try scratch.write(entry("Not a game", other, categories: "Office;"), to: "own/game2.desktop")
    try FileManager.default.removeItem(atPath: scratch.file("own/game.desktop"))
    try FileManager.default.moveItem(
      atPath: scratch.file("own/game2.desktop"), toPath: scratch.file("own/game.desktop"))
    #expect(Set(catalog.app(for: token)?.executables ?? []) == [real, other])
    #expect(catalog.categories(of: token).map(\.rawValue).sorted() == ["games", "productivity"])
  }

  @Test("an absolute path is an app, in the categories of the app that has this executable")
  func paths() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let game = try scratch.copyProgram("/bin/sleep", as: "game")
    let script = try scratch.write("#!/usr/bin/python3\nprint()\n", to: "tool.py")
    let folder = try scratch.makeFolder("applications")
    try scratch.write(entry("Game", game), to: "applications/game.desktop")
    let catalog = AppCatalog(directories: [folder])
    let byPath = try #require(catalog.app(for: ApplicationToken(parsing: game)))
    #expect(byPath.executables == [game])
    #expect(byPath.categories.map(\.rawValue) == ["games"])
    let tool = try #require(catalog.app(for: ApplicationToken(parsing: script)))
    #expect(tool.target.scripts == [script])
    #expect(tool.executables.isEmpty)
    #expect(tool.categories.map(\.rawValue) == ["other"])
    let coming = try #require(catalog.app(for: ApplicationToken(parsing: "/no/such/yet")))
    #expect(coming.executables == ["/no/such/yet"])
  }

  @Test("a new entry is seen without being told")
  func reload() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let game = try scratch.copyProgram("/bin/sleep", as: "game")
    let folder = try scratch.makeFolder("applications")
    let catalog = AppCatalog(directories: [folder])
    #expect(catalog.apps().isEmpty)
    try scratch.write(entry("Game", game), to: "applications/game.desktop")
    #expect(catalog.isStale)
    #expect(catalog.apps().map(\.name) == ["Game"])
    #expect(!catalog.isStale)
  }

  @Test("an entry that launches another is that other one too")
  func alias() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let game = try scratch.copyProgram("/bin/sleep", as: "game")
    let folder = try scratch.makeFolder("applications")
    try scratch.write(entry("Game", game), to: "applications/game.desktop")
    try scratch.write(entry("Link", "gtk-launch game"), to: "applications/link.desktop")
    let catalog = AppCatalog(directories: [folder])
    #expect(try catalog.app(for: ApplicationToken(parsing: "link"))?.executables == [game])
  }
}
