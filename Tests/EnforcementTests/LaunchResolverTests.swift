import Enforcement
import TestSupport
import Testing

@Suite("What a command really starts")
struct LaunchResolverTests {
  /// A folder with a program `game`, a script `run.py` and what else a case needs.
  private func surroundings(
    _ test: String = #function
  ) throws -> (scratch: Scratch, resolver: LaunchResolver) {
    let scratch = try Scratch(test)
    _ = try scratch.copyProgram("/bin/sleep", as: "game")
    _ = try scratch.copyProgram("/bin/sleep", as: "browser")
    try scratch.write("print()", to: "run.py")
    try scratch.write("PK", to: "game.jar")
    return (
      scratch,
      LaunchResolver(searchPath: [scratch.path] + LaunchResolver.defaultSearchPath)
    )
  }

  @Test(
    "wrappers are looked through, and never become the target",
    arguments: [
      "game --x", "env A=1 B=2 game", "env -u HOME game", "/usr/bin/env game",
      "nice -n 10 game", "sh -c game", "sh -c 'A=1 exec game --x'", "bash -lc 'env X=1 game'",
      "nohup setsid game", "timeout -s KILL 10 game", "sudo -u somebody game",
      "xterm -e game --x", "gnome-terminal -- game", "systemd-run --user -p A=B game",
      "/lib64/ld-linux-x86-64.so.2 @/game", "taskset 3 game",
    ])
  func wrappers(_ line: String) throws {
    let (scratch, resolver) = try surroundings()
    defer { scratch.cleanUp() }
    let words = try #require(
      ShellWords.words(line.split(separator: "@").joined(separator: scratch.path)))
    let signals = resolver.signals(for: words)
    #expect(signals == LaunchSignals(executables: [scratch.file("game")]))
  }

  @Test(
    "sandboxes are known by the app's own id",
    arguments: [
      (
        "flatpak run --branch=stable --command=x --file-forwarding org.gnome.Chess @@u @@",
        "org.gnome.Chess", nil
      ),
      ("/usr/bin/flatpak run --command x org.gnome.Chess", "org.gnome.Chess", nil),
      ("env BAMF=/x /snap/bin/firefox", nil, "firefox"),
      ("/snap/bin/libreoffice.writer", nil, "libreoffice"),
      ("snap run --shell x spotify.player", nil, "spotify"),
    ] as [(String, String?, String?)])
  func sandboxes(_ line: String, _ flatpak: String?, _ snap: String?) {
    let signals = LaunchResolver().signals(for: line.split(separator: " ").map(String.init))
    #expect(
      signals
        == LaunchSignals(
          flatpaks: Set([flatpak].compactMap(\.self)), snaps: Set([snap].compactMap(\.self))))
  }

  @Test(
    "an interpreter's app is its script",
    arguments: [
      ("python3 @/run.py --x", "run.py"), ("env python3 -u @/run.py", "run.py"),
      ("java -Xmx1g -jar @/game.jar", "game.jar"), ("sh -c 'java -jar @/game.jar'", "game.jar"),
      ("@/run.py", "run.py"),
    ])
  func scripts(_ line: String, _ script: String) throws {
    let (scratch, _) = try surroundings()
    defer { scratch.cleanUp() }
    for name in ["java", "python3"] { _ = try scratch.copyProgram("/bin/sleep", as: name) }
    let resolver = LaunchResolver(searchPath: [scratch.path])
    let words = try #require(
      ShellWords.words(
        line.split(separator: "@", omittingEmptySubsequences: false).joined(separator: scratch.path)
      ))
    #expect(resolver.signals(for: words) == LaunchSignals(scripts: [scratch.file(script)]))
  }

  @Test("a web app is its browser with its arguments, never the browser")
  func webApps() throws {
    let (scratch, resolver) = try surroundings()
    defer { scratch.cleanUp() }
    let browser = scratch.file("browser")
    #expect(
      resolver.signals(for: ["browser", "--profile-directory=Default", "--app-id=abc"])
        == LaunchSignals(
          argumentPatterns: [ArgumentPattern(executable: browser, arguments: ["--app-id=abc"])]))
    #expect(
      resolver.signals(for: [
        "sh", "-c", "X=\"1\" browser --class WebApp-7 --no-remote \"https://x\"",
      ])
        == LaunchSignals(
          argumentPatterns: [
            ArgumentPattern(executable: browser, arguments: ["--class", "WebApp-7"])
          ]))
  }

  @Test(
    "what only a shell could work out, or what names nothing, is no target",
    arguments: [
      "sh -c 'cd /opt && ./game'", "xdg-open https://example.com", "env", "flatpak run", "nice",
      "no-such-program-anywhere", "sh", "bash -c", "",
    ])
  func nothing(_ line: String) throws {
    let words = try #require(ShellWords.words(line))
    #expect(LaunchResolver().signals(for: words) == LaunchSignals())
  }

  @Test("an entry that only launches another hands over to it")
  func aliases() {
    #expect(
      LaunchResolver().signals(for: ["gtk-launch", "org.gnome.Chess.desktop"])
        == LaunchSignals(aliases: ["org.gnome.Chess.desktop"]))
  }

  @Test("a launcher script is a target together with what it hands over to")
  func launcher() throws {
    let (scratch, resolver) = try surroundings()
    defer { scratch.cleanUp() }
    let script = try scratch.write(
      """
      #!/bin/sh
      HERE="$(dirname "$(readlink -f "$0")")"
      NAME=game
      unknown=$(something)
      if test -x /nowhere; then
        exec $unknown/never "$@"
      fi
      exec -a "$0" "${HERE}/$NAME" --flag "$@" 2>/dev/null
      """, to: "start")
    let signals = resolver.signals(forFile: script)
    #expect(signals.scripts == [script])
    #expect(signals.executables == [scratch.file("game")])
  }

  @Test("a launcher that hands over to an interpreter adds the script, never the interpreter")
  func launcherOfScript() throws {
    let (scratch, resolver) = try surroundings()
    defer { scratch.cleanUp() }
    let script = try scratch.write(
      "#!/bin/bash\nexec python3 \(scratch.file("run.py")) \"$@\"\n", to: "start")
    let signals = resolver.signals(forFile: script)
    #expect(signals.scripts == [script, scratch.file("run.py")])
    #expect(signals.executables.isEmpty)
  }
}
