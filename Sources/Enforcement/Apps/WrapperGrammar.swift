/// How a program that only starts another one takes its arguments.
struct WrapperGrammar {
  /// Options that take the next word.
  var valueOptions: Set<String> = []
  /// Words of its own before the other program, after its options.
  var ownWords = 0
  /// Whether `NAME=value` words come before the other program.
  var assignments = false

  /// The words of the program that is started; `nil` when there is none.
  func command(in arguments: ArraySlice<String>) -> ArraySlice<String>? {
    var rest = arguments
    var own = ownWords
    while let word = rest.first {
      if word == "--" {
        rest = rest.dropFirst()
        return rest.dropFirst(own).isEmpty ? nil : rest.dropFirst(own)
      }
      if valueOptions.contains(word) {
        rest = rest.dropFirst(2)
      } else if word.hasPrefix("-") || (assignments && word.contains("=") && !word.hasPrefix("/")) {
        rest = rest.dropFirst()
      } else if own > 0 {
        own -= 1
        rest = rest.dropFirst()
      } else {
        return rest
      }
    }
    return nil
  }

  /// The grammar of the wrapper called `name`, if it is one.
  static func of(_ name: String) -> WrapperGrammar? {
    table[name]
  }

  private static let table: [String: WrapperGrammar] = {
    var table: [String: WrapperGrammar] = [
      "env": .init(valueOptions: ["-u", "--unset", "-C", "--chdir"], assignments: true),
      "nice": .init(valueOptions: ["-n", "--adjustment"]),
      "ionice": .init(valueOptions: ["-c", "--class", "-n", "--classdata"]),
      "stdbuf": .init(valueOptions: ["-i", "-o", "-e"]),
      "taskset": .init(ownWords: 1),
      "chrt": .init(ownWords: 1),
      "timeout": .init(valueOptions: ["-s", "--signal", "-k", "--kill-after"], ownWords: 1),
      "sudo": .init(
        valueOptions: ["-u", "--user", "-g", "--group", "-h", "-p"], assignments: true),
      "doas": .init(valueOptions: ["-u", "-C"]),
      "pkexec": .init(valueOptions: ["--user"]),
      "systemd-run": .init(
        valueOptions: ["-p", "--property", "-u", "--unit", "--slice", "-E", "--setenv", "-M"]),
      "systemd-inhibit": .init(),
      "xvfb-run": .init(valueOptions: ["-n", "-s", "-e", "-f", "-p", "-w"]),
      "bwrap": .init(
        valueOptions: [
          "--chdir", "--dir", "--tmpfs", "--proc", "--dev", "--unsetenv", "--hostname", "--args",
          "--seccomp", "--lock-file", "--uid", "--gid", "--mqueue", "--cap-add", "--cap-drop",
        ]),
      "uwsm": .init(ownWords: 1),
    ]
    let plain = [
      "nohup", "setsid", "time", "dbus-run-session", "dbus-launch", "firejail", "gamemoderun",
      "mangohud", "prime-run", "primusrun", "optirun", "uwsm-app", "gksu", "gksudo", "kdesu",
      "kdesudo", "lxqt-sudo", "unshare", "command",
    ]
    for name in plain { table[name] = WrapperGrammar() }
    return table
  }()

  /// Terminals, and the options after which the program comes that they show.
  static let terminals: [String: Set<String>] = [
    "xterm": ["-e"], "uxterm": ["-e"], "x-terminal-emulator": ["-e"],
    "gnome-terminal": ["--", "-x"],
    "konsole": ["-e"], "xfce4-terminal": ["-x", "-e"], "alacritty": ["-e"], "kitty": ["--", "-e"],
    "foot": ["-e", "--"], "urxvt": ["-e"], "st": ["-e"], "lxterminal": ["-e"],
    "mate-terminal": ["-x", "-e"], "terminator": ["-x", "-e"], "ptyxis": ["--", "-x"],
  ]
}
