/// Finds what a small shell script hands over to with `exec`.
///
/// Many apps' command is such a script; the process that then runs is another file. Only what can
/// be read without running the script counts: plain words, variables that were set to plain words,
/// and the script's own folder.
package enum LauncherScript {
  /// The commands behind the script's `exec`s, with the program as an absolute path or plain name.
  package static func commands(in text: String, at path: String) -> [[String]] {
    guard interpreterIsShell(text) else { return [] }
    var variables: [String: String] = [:]
    var commands: [[String]] = []
    for line in text.split(separator: "\n") {
      let line = line.drop { $0 == " " || $0 == "\t" }
      if let (name, value) = assignment(line, variables, path) {
        variables[name] = value
      } else if line.hasPrefix("exec ") {
        if let command = command(line.dropFirst(5), variables, path) { commands.append(command) }
      }
    }
    return commands
  }

  private static func interpreterIsShell(_ text: String) -> Bool {
    guard let first = text.split(separator: "\n").first, first.hasPrefix("#!") else { return false }
    return first.dropFirst(2).split(separator: " ").contains { word in
      ProtectedNames.reason(name: FileSystem.name(of: String(word))) == .shell
    }
  }

  private static func assignment(
    _ line: Substring, _ variables: [String: String], _ path: String
  ) -> (name: String, value: String)? {
    let line = line.hasPrefix("export ") ? line.dropFirst(7) : line
    guard let equals = line.firstIndex(of: "="), equals != line.startIndex,
      line[..<equals].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    let value = line[line.index(after: equals)...]
    if isOwnFolder(value) { return (String(line[..<equals]), FileSystem.parent(of: path)) }
    guard let word = ShellWords.words(value), word.count == 1 else { return nil }
    return expanded(word[0], variables, path).map { (String(line[..<equals]), $0) }
  }

  /// `$(dirname "$0")` and its many spellings all mean the folder that the script lies in.
  private static func isOwnFolder(_ value: Substring) -> Bool {
    value.contains("dirname") && (value.contains("`") || value.contains("$("))
      && !value.contains("/..")
  }

  private static func command(
    _ text: Substring, _ variables: [String: String], _ path: String
  ) -> [String]? {
    // What comes after the arguments (redirections, the other branch) doesn't change the program.
    let plain = text.prefix { !";|&<>`(".contains($0) }
    guard var words = ShellWords.words(plain)?[...] else { return nil }
    while let option = words.first, option.hasPrefix("-") {
      words = words.dropFirst(option == "-a" ? 2 : 1)
    }
    let known = words.prefix { $0 != "$@" && $0 != "$*" }.map { expanded($0, variables, path) }
    guard let program = known.first ?? nil, !program.isEmpty else { return nil }
    return [program] + known.dropFirst().compactMap { $0 }
  }

  /// Puts variables in; `nil` when one isn't known.
  private static func expanded(
    _ word: String, _ variables: [String: String], _ path: String
  ) -> String? {
    var result = ""
    var rest = word[...]
    while let character = rest.popFirst() {
      guard character == "$" else {
        result.append(character)
        continue
      }
      let braced = rest.first == "{"
      if braced { rest.removeFirst() }
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest = rest.dropFirst(name.count)
      if braced {
        guard rest.popFirst() == "}" else { return nil }
      }
      guard let value = name == "0" ? path : variables[String(name)] else { return nil }
      result += value
    }
    return result
  }
}
