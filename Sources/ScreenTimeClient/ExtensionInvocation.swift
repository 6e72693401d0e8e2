import Arguments
import Glibc
import ScreenTimeModel

/// What an extension's program was asked to do.
enum ExtensionInvocation {
  /// Nothing: a person tries what this is.
  case explain
  /// Its help or version.
  case text(String)
  /// Its manifest.
  case describe
  /// One callback from standard input.
  case once(groupDirectory: String)
  /// Serving over the bus; with the process that started it where it ends with that.
  case serve(groupDirectory: String, socket: String, parent: Int32?)

  /// Takes a call apart.
  ///
  /// - Parameters:
  ///   - arguments: those after the program's name.
  ///   - program: the program's name.
  ///   - identity: whose program it is, for the help.
  /// - Throws: what is missing, unknown, given twice or contradictory.
  init(
    _ arguments: [String], program: String, identity: ExtensionIdentity
  ) throws(UsageError) {
    guard !arguments.isEmpty else {
      self = .explain
      return
    }
    let options = ExtensionOptions()
    switch try options.declaration(of: program, identity).parse(arguments) {
    case .text(let text): self = .text(text)
    case .action(_, let parsed, path: _): self = try options.invocation(parsed)
    }
  }
}

/// The options that every extension's program has.
private struct ExtensionOptions {
  let describe = Flag("describe", "prints its manifest, as JSON")
  let once = Flag("once", "takes one callback as JSON from standard input and prints its answer")
  let group = Option<String>(
    "app-group", "DIR", "the directory that the app and its extensions share", .folder)
  let socket = Option<String>(
    "service", "SOCK", "registers with the Screen Time service at this socket and serves", .text)
  let parent = Option<Int>(
    "with-parent", "PID", "with --service: ends with the process that started it",
    .integer(in: 1...Int(Int32.max)))

  func declaration(of program: String, _ identity: ExtensionIdentity) -> Program<Void> {
    let summary =
      "The \(identity.extensionPoint.rawValue) extension \(identity.identifier)"
      + " of \(identity.appGroup)"
    let command = Command<Void>(
      program, summary,
      details: "The Screen Time service starts it when it has something to say. By hand it takes"
        + " --describe, or --app-group with --once or --service.",
      does: ()
    ) {
      describe
      once
      group
      socket
      parent
    }
    return Program(command, version: ScreenTimeVersion.text)
  }

  func invocation(_ parsed: ParsedArguments) throws(UsageError) -> ExtensionInvocation {
    let socket = try parsed.value(of: socket)
    let modes = [
      ("--describe", parsed.isSet(describe)), ("--once", parsed.isSet(once)),
      ("--service", socket != nil),
    ].filter(\.1).map(\.0)
    guard let mode = modes.first else {
      throw UsageError("one of --describe, --once and --service is missing")
    }
    guard modes.count == 1 else {
      throw UsageError("\(modes.joined(separator: " and ")) exclude each other")
    }
    if mode == "--describe" { return .describe }
    guard let directory = try parsed.value(of: group) else {
      throw UsageError("\(mode) needs --app-group DIR")
    }
    guard let socket else { return .once(groupDirectory: directory) }
    return .serve(
      groupDirectory: directory, socket: socket,
      parent: try parsed.value(of: parent).map { Int32($0) })
  }
}

extension ValueParser<String> {
  /// Takes the absolute path of a directory that is there.
  fileprivate static var folder: ValueParser {
    ValueParser { text in
      guard text.hasPrefix("/") else { throw UsageError("\"\(text)\" is not an absolute path") }
      var status = stat()
      guard unsafe stat(text, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw UsageError("there is no folder \"\(text)\"")
      }
      return text
    }
  }
}
