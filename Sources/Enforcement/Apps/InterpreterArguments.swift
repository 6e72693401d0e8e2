/// What an interpreter was told to run.
///
/// Only the argument that *is* the program counts. An editor that has a shielded script open, or a
/// search that goes through it, is not that script.
package struct InterpreterArguments: Hashable, Sendable {
  /// The files that it runs, most telling first.
  package var files: [String] = []
  /// The module that it runs by name.
  package var module: String?

  /// Reads the arguments (without the program's own name) of the interpreter called `name`;
  /// `nil` when no interpreter of that name is known.
  package init?(interpreter name: String, arguments: ArraySlice<String>) {
    guard let grammar = Grammar(interpreter: name) else { return nil }
    var rest = arguments
    while let word = rest.popFirst() {
      if word == "--" {
        if let file = rest.first { files.append(file) }
        return
      }
      if grammar.jarOptions.contains(word) {
        if let file = rest.popFirst() { files.insert(file, at: 0) }
        return
      }
      if grammar.classPathOptions.contains(word) {
        files += (rest.popFirst() ?? "").split(separator: ":").map(String.init)
      } else if grammar.moduleOptions.contains(word) {
        module = rest.popFirst()
        return
      } else if grammar.inlineOptions.contains(word) {
        return
      } else if grammar.valueOptions.contains(word) {
        _ = rest.popFirst()
      } else if !word.hasPrefix("-"), !grammar.subcommands.contains(word) {
        if grammar.firstWordIsFile { files.append(word) }
        return
      }
    }
  }

  private struct Grammar {
    var valueOptions: Set<String> = []
    var inlineOptions: Set<String> = []
    var moduleOptions: Set<String> = []
    var jarOptions: Set<String> = []
    var classPathOptions: Set<String> = []
    var subcommands: Set<String> = []
    var firstWordIsFile = true

    init?(interpreter name: String) {
      let reason = ProtectedNames.reason(name: name)
      switch ProtectedNames.versioned(name) ?? name {
      case "python", "pypy":
        valueOptions = ["-W", "-X", "--check-hash-based-pycs"]
        inlineOptions = ["-c"]
        moduleOptions = ["-m"]
      case "java", "javaw":
        jarOptions = ["-jar"]
        classPathOptions = ["-cp", "-classpath", "--class-path"]
        valueOptions = [
          "-p", "--module-path", "--add-modules", "--add-opens", "--add-exports", "--add-reads",
        ]
        firstWordIsFile = false
      case "node", "nodejs", "deno", "bun", "electron":
        valueOptions = ["-r", "--require", "--import", "--loader"]
        inlineOptions = ["-e", "--eval", "-p", "--print", "eval"]
        subcommands = ["run"]
      case "perl", "ruby", "lua", "luajit", "php", "guile", "tclsh", "wish", "expect", "Rscript",
        "gjs", "swipl":
        valueOptions = ["-I", "-l", "-r", "-d"]
        inlineOptions = ["-e", "-E"]
        jarOptions = ["-f"]
      case "mono", "dotnet", "wine", "wine64", "wine-preloader", "wine64-preloader",
        "qemu-x86_64-static":
        subcommands = ["exec"]
      case _ where reason == .shell:
        valueOptions = ["-o", "+o", "-O", "+O", "--rcfile", "--init-file"]
        inlineOptions = ["-c"]
      case _ where reason == .loader:
        valueOptions = ["--library-path", "--preload", "--audit", "--argv0", "--inhibit-rpath"]
      default: return nil
      }
    }
  }
}
