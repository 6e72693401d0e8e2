import Enforcement
import Testing

@Suite("Desktop entries")
struct DesktopEntryTests {
  @Test("the entry's own group counts, its actions and other groups don't")
  func groups() {
    let entry = DesktopEntry(
      parsing: """
        # comment
        [Other]
        Exec=/wrong
        [Desktop Entry]
        Type=Application
        Name = Chess
        Name[de]=Schach
        Exec=gnome-chess %U
        TryExec=gnome-chess
        Categories=GNOME;Game; BoardGame;;
        X-Flatpak=org.gnome.Chess
        garbage without an equals sign
        [Desktop Action new]
        Exec=/also/wrong
        """)
    #expect(entry.isApplication)
    #expect(entry.name == "Chess")
    #expect(entry.exec == "gnome-chess %U")
    #expect(entry.tryExec == "gnome-chess")
    #expect(entry.categories == ["GNOME", "Game", "BoardGame"])
    #expect(entry.flatpak == "org.gnome.Chess")
    #expect(!entry.noDisplay)
    #expect(!entry.hidden)
  }

  @Test("a file with Windows' line ends is read like any other")
  func lineEnds() {
    let entry = DesktopEntry(
      parsing: "[Desktop Entry]\r\nType=Application\r\nHidden=true\r\nExec=a\\sb\r\n")
    #expect(entry.isApplication)
    #expect(entry.hidden)
    #expect(entry.exec == "a b")
  }

  @Test("an empty file is no application", arguments: ["", "[Desktop Entry]", "\u{0}\u{1}"])
  func empty(_ text: String) {
    #expect(!DesktopEntry(parsing: text).isApplication)
  }

  @Test(
    "an Exec line is split by the specification's rules",
    arguments: [
      ("gimp-2.10 %U", ["gimp-2.10"]),
      ("  a   b\tc ", ["a", "b", "c"]),
      (#""/opt/My Game/start" --full %f"#, ["/opt/My Game/start", "--full"]),
      (#"a "b \" \` \$ \\ c""#, ["a", #"b " ` $ \ c"#]),
      (#"a "b\n""#, ["a", #"b\n"#]),
      ("a --url=%u --percent=100%%", ["a", "--url=", "--percent=100%"]),
      (#"a """#, ["a", ""]),
      ("a pre\"fix and\"post", ["a", "prefix andpost"]),
      (#"a "never closed"#, nil),
      ("", []),
    ] as [(String, [String]?)])
  func execLine(_ line: String, _ words: [String]?) {
    #expect(ExecLine.words(line) == words)
  }

  @Test(
    "a shell's command counts only when it is one plain command",
    arguments: [
      ("exec firefox -P web", ["firefox", "-P", "web"]),
      ("A=1 B='x y' game --fast", ["game", "--fast"]),
      ("exec -a name prog", ["prog"]),
      (#"'a b' "c d" e\ f"#, ["a b", "c d", "e f"]),
      ("cd /opt && ./game", nil), ("a | b", nil), ("a > b", nil), ("a `b`", nil), ("'open", nil),
    ] as [(String, [String]?)])
  func shell(_ text: String, _ words: [String]?) {
    #expect(ShellWords.simpleCommand(text) == words)
  }
}
