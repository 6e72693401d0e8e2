/// What an extension's program was asked to do.
enum ExtensionInvocation: Equatable {
  /// Nothing: a person tries what this is.
  case explain
  /// Its help.
  case help
  /// Its version.
  case version
  /// Its manifest.
  case describe
  /// One callback from standard input.
  case once(groupDirectory: String)
  /// Serving over the bus; with the process that started it where it ends with that.
  case serve(groupDirectory: String, socket: String, parent: Int32?)

  /// Why a call cannot be understood.
  struct Problem: Error, Equatable {
    /// One sentence.
    let message: String
  }

  /// Takes a call apart.
  ///
  /// - Parameter arguments: those after the program's name.
  /// - Throws: ``Problem`` for an unknown, repeated, missing or contradictory option.
  init(_ arguments: some Sequence<String>) throws(Problem) {
    var options = Options()
    try options.take(arguments)
    self = try options.invocation()
  }

  private struct Options {
    private var flags: Set<String> = []
    private var values: [String: String] = [:]

    mutating func take(_ arguments: some Sequence<String>) throws(Problem) {
      var rest = Array(arguments)[...]
      while let option = rest.popFirst() {
        let (name, attached) = Self.split(option)
        switch name {
        case "--describe", "--help", "--once", "--version":
          guard attached == nil else { throw Problem(message: "\(name) takes no value") }
          flags.insert(name)
        case "--app-group", "--service", "--with-parent":
          guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
            throw Problem(message: "\(name) needs a value")
          }
          guard values.updateValue(value, forKey: name) == nil else {
            throw Problem(message: "\(name) is given twice")
          }
        default:
          throw Problem(message: "there is no option \"\(option)\"; see --help")
        }
      }
    }

    func invocation() throws(Problem) -> ExtensionInvocation {
      if flags.contains("--help") { return .help }
      if flags.contains("--version") { return .version }
      let modes = ["--describe", "--once", "--service"].filter {
        flags.contains($0) || values[$0] != nil
      }
      guard modes.count <= 1 else {
        throw Problem(message: "\(modes.joined(separator: " and ")) exclude each other")
      }
      switch modes.first {
      case "--describe": return .describe
      case "--once": return .once(groupDirectory: try groupDirectory(for: "--once"))
      case "--service": return try serving()
      default:
        guard values.isEmpty else {
          throw Problem(message: "--once or --service is missing; see --help")
        }
        return .explain
      }
    }

    private func serving() throws(Problem) -> ExtensionInvocation {
      .serve(
        groupDirectory: try groupDirectory(for: "--service"), socket: values["--service"] ?? "",
        parent: try parent())
    }

    private func parent() throws(Problem) -> Int32? {
      guard let text = values["--with-parent"] else { return nil }
      guard let parent = Int32(text), parent > 0 else {
        throw Problem(message: "--with-parent takes the number of a process, not \"\(text)\"")
      }
      return parent
    }

    private func groupDirectory(for mode: String) throws(Problem) -> String {
      guard let directory = values["--app-group"] else {
        throw Problem(message: "\(mode) needs --app-group DIR, the app group's directory")
      }
      guard directory.hasPrefix("/") else {
        throw Problem(message: "--app-group takes an absolute path, not \"\(directory)\"")
      }
      return directory
    }

    private static func split(_ option: String) -> (name: String, value: String?) {
      guard option.hasPrefix("--"), let equals = option.firstIndex(of: "=") else {
        return (option, nil)
      }
      return (String(option[..<equals]), String(option[option.index(after: equals)...]))
    }
  }
}
