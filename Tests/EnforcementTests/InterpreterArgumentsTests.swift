import Enforcement
import Testing

@Suite("What an interpreter runs")
struct InterpreterArgumentsTests {
  @Test(
    "the script is the argument that is run, not one that is only mentioned",
    arguments: [
      ("python3.11", ["-u", "-W", "error", "/g/a.py", "b.py"], ["/g/a.py"]),
      ("python3", ["-c", "print()", "x"], []),
      ("python3", [], []),
      ("bash", ["-e", "run.sh", "x"], ["run.sh"]),
      ("dash", ["-c", "run.sh"], []),
      ("sh", ["-o", "pipefail", "--", "-odd.sh"], ["-odd.sh"]),
      ("java", ["-Xmx1g", "-jar", "/g/game.jar", "arg"], ["/g/game.jar"]),
      ("java", ["-cp", "/g/a.jar:/g/b.jar", "Main"], ["/g/a.jar", "/g/b.jar"]),
      ("java", ["Main"], []),
      ("node", ["--require", "x.js", "app.js"], ["app.js"]),
      ("deno", ["run", "-A", "app.ts"], ["app.ts"]),
      ("electron27", ["/usr/lib/code/code.js"], ["/usr/lib/code/code.js"]),
      ("wine64", ["C:/game.exe"], ["C:/game.exe"]),
      ("ld-linux-x86-64.so.2", ["--argv0", "x", "/opt/game"], ["/opt/game"]),
      ("perl", ["-e", "1", "x.pl"], []),
    ] as [(String, [String], [String])])
  func files(_ name: String, _ arguments: [String], _ files: [String]) {
    let program = InterpreterArguments(interpreter: name, arguments: arguments[...])
    #expect(program?.files == files)
  }

  @Test("a module is known by its name")
  func module() {
    let program = InterpreterArguments(
      interpreter: "python3", arguments: ["-m", "game", "/x.py"][...])
    #expect(program?.module == "game")
    #expect(program?.files == [])
  }

  @Test(
    "an editor or a search that has a script among its arguments runs nothing",
    arguments: ["vim.basic", "code", "grep", "sleep", "pythonic", "python3-config"])
  func noInterpreter(_ name: String) {
    #expect(InterpreterArguments(interpreter: name, arguments: ["/g/a.py"][...]) == nil)
  }
}
