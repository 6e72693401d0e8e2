import Arguments
import Testing

@Suite("Command lines")
struct ParsingTests {
  @Test(
    "a command is found by its path, with options before and after it",
    arguments: [
      ("status", "status"), ("--json status", "status"), ("status --json", "status"),
      ("--state status status", "status"), ("rule add --preset Morning", "add"),
      ("rule add schedule Work --from 09:00", "schedule"),
      ("rule --json add time-limit Games --minutes 45", "time-limit"),
      ("rule add time-limit --minutes 45 Games", "time-limit"), ("up", "up"),
    ])
  func paths(line: String, action: String) throws {
    guard case .action(let found, _, let path) = try Example.parse(line) else {
      Issue.record("a text was found")
      return
    }
    #expect(found == action)
    #expect(path.last == action)
  }

  @Test("values are read by type, with a space or an equals sign")
  func values() throws {
    for line in ["--minutes 45 Games --state /x", "Games --minutes=45 --state=/x --hard"] {
      let arguments = try Example.arguments("rule add time-limit " + line)
      #expect(try arguments.value(of: Example.minutes) == 45)
      #expect(try arguments.value(of: Example.name) == "Games")
      #expect(try arguments.value(of: Example.state) == "/x")
      #expect(try arguments.value(of: Example.list) == nil)
      #expect(arguments.isSet(Example.hard) == line.contains("hard"))
      #expect(!arguments.isSet(Example.json))
    }
    let up = try Example.arguments("up --enforce none --prompt off --app b --app=a=c")
    #expect(try up.value(of: Example.enforce) == Example.Enforcement.none)
    #expect(try up.value(of: Example.prompt) == false)
    #expect(try up.values(of: Example.app) == ["b", "a=c"])
    #expect(try Example.arguments("play a b c").values(of: Example.file) == ["a", "b", "c"])
    #expect(try Example.arguments("call ping").value(of: Example.body) == nil)
    #expect(try Example.arguments("call ping {}").value(of: Example.body) == "{}")
  }

  @Test("after two hyphens everything is a value, a single one always is")
  func hyphens() throws {
    #expect(
      try Example.arguments("play -- --json -x").values(of: Example.file) == ["--json", "-x"])
    #expect(try Example.arguments("play -").values(of: Example.file) == ["-"])
    #expect(try Example.arguments("status --state=--x").value(of: Example.state) == "--x")
    #expect(try Example.arguments("status --state -5").value(of: Example.state) == "-5")
  }

  /// A row: the line, the message, and the hint.
  @Test(
    "a mistake is named, with what would be right",
    arguments: [
      ("", "lock needs a command", "`lock --help` says what it takes"),
      ("rule", "lock rule needs a command", "`lock rule --help` says what it takes"),
      ("statsu", "lock has no command \"statsu\"", "did you mean \"status\"?"),
      ("frobnicate", "lock has no command \"frobnicate\"", "`lock --help` says what it takes"),
      ("status --jsn", "lock status has no option --jsn", "did you mean --json?"),
      (
        "status --wild", "lock status has no option --wild",
        "`lock status --help` says what it takes"
      ),
      ("status -j", "lock status has no option -j", "`lock status --help` says what it takes"),
      ("status --json --json", "--json is given twice", "`lock status --help` says what it takes"),
      (
        "--state a status --state b", "--state is given twice",
        "`lock status --help` says what it takes"
      ),
      ("status --state", "--state needs a value", "write --state DIR"),
      ("status --state --json", "--state needs a value", "write --state DIR"),
      ("status --state=", "--state: the value is empty", nil),
      ("status --json=yes", "--json takes no value", "`lock status --help` says what it takes"),
      ("status now", "\"now\" is one argument too many", "usage: lock status"),
      ("play", "FILE is missing", "usage: lock play FILE…"),
      ("call", "TYPE is missing", "usage: lock call TYPE [JSON]"),
      ("call pang", "TYPE: \"pang\" is none of ping, pong", nil),
      ("up --enforce all", "--enforce: \"all\" is none of auto, none", nil),
      ("up --prompt maybe", "--prompt: \"maybe\" is none of on, off", nil),
      (
        "rule add time-limit Games", "--minutes is missing",
        "usage: lock rule add time-limit NAME --minutes N [--list LIST] [--hard]"
      ),
      (
        "rule add time-limit Games --minutes 0",
        "--minutes: \"0\" is not a whole number from 1 to 1440", nil
      ),
      (
        "rule add time-limit Games --minutes 4x",
        "--minutes: \"4x\" is not a whole number from 1 to 1440", nil
      ),
      (
        "rule add schedule Work --from 09:00 --minutes 5", "--minutes belongs to time-limit rules",
        "`lock rule add schedule --help` says what it takes"
      ),
      (
        "rule add schedule Work --preset x", "lock rule add schedule has no option --preset",
        "`lock rule add schedule --help` says what it takes"
      ),
      (
        "rule add --preset x schedule Work", "\"schedule\" is one argument too many",
        "usage: lock rule add [--preset NAME] [--list LIST] [COMMAND …]"
      ),
    ] as [(String, String, String?)])
  func mistakes(line: String, message: String, hint: String?) {
    let error = #expect(throws: UsageError.self) { _ = try Example.parse(line) }
    #expect(error == UsageError(message, hint: hint))
  }

  @Test("of several mistakes the first is named")
  func firstMistake() {
    let error = #expect(throws: UsageError.self) {
      _ = try Example.parse("rule add time-limit --wild --minutes 0")
    }
    #expect(error?.message == "lock rule add time-limit has no option --wild")
  }

  @Test("an error is printed with the program's name, and the hint on a line of its own")
  func printing() {
    #expect(UsageError("it is wrong").text(program: "lock") == "lock: it is wrong\n")
    #expect(
      UsageError("it is wrong", hint: "do it right").text(program: "lock")
        == "lock: it is wrong\nhint: do it right\n")
  }
}
