import Arguments
import Testing

@Suite("Help")
struct HelpTests {
  @Test("a program's help lists its commands and what holds for all of them")
  func program() throws {
    #expect(
      try Example.text("--help") == """
        Locks apps and sites by rules.

        Usage: lock [--state DIR] [--json] COMMAND …

        Commands:
          status  Shows what is blocked
          rule    Works with rules
          play    Plays scenarios
          call    Sends a message
          up      Starts everything

        Options:
          --state DIR  Where the instance keeps everything
          --json       Prints JSON

        Options of every command:
          --help     Shows this text
          --version  Shows the program's version

        """)
  }

  @Test("a command's help shows its own part first, wrapped at 80 columns, and nothing foreign")
  func command() throws {
    #expect(
      try Example.text("rule add time-limit --help") == """
        Adds a rule for a daily budget.

        Usage: lock rule add time-limit NAME --minutes N [--list LIST] [--hard]

        Arguments:
          NAME  The rule's name

        Options:
          --minutes N  Minutes of use a day
          --list LIST  The apps and sites that the rule is for
          --hard       While the rule blocks, it can be neither changed nor paused, and
                       no list can be edited

        Options of every command:
          --state DIR  Where the instance keeps everything
          --json       Prints JSON
          --help       Shows this text
          --version    Shows the program's version

        """)
  }

  @Test("details follow the usage, and repeated options say so")
  func details() throws {
    let text = try #require(try Example.text("up -h"))
    #expect(text.contains("\n\nEverything runs in the foreground until Ctrl-C.\n\n"))
    #expect(
      text.contains("--app APP        An app by its desktop id or path; may be given again\n"))
    #expect(text.contains("Usage: lock up [--enforce WORD] [--prompt on|off] [--app APP…]\n"))
  }

  @Test("help beats mistakes before and after it, and belongs to the command that was reached")
  func precedence() throws {
    #expect(
      try Example.text("--wild status --json --json --help --wild") == Example.text("status -h"))
    #expect(try Example.text("--state rule status --help") == Example.text("status -h"))
    #expect(try Example.arguments("play -- --help").values(of: Example.file) == ["--help"])
  }

  @Test("every program tells its version")
  func version() throws {
    #expect(try Example.text("--version") == "lock 1.2.3\n")
    #expect(try Example.text("status --version") == "lock 1.2.3\n")
  }

  @Test("the exit codes are the documented ones")
  func exitCodes() {
    #expect(ExitCode.done == 0)
    #expect(ExitCode.failed == 1)
    #expect(ExitCode.usage == 64)
    #expect(ExitCode.unavailable == 69)
  }
}
