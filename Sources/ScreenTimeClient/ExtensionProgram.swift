import Arguments
import Bus
import EventLoop
import FoundationEssentials
import Glibc
import ScreenTimeModel
import ScreenTimeProtocol

/// The program of an extension of any kind: what the superclasses' `main()` runs.
package struct ExtensionProgram<Handler: ExtensionHandler> {
  private let handler: Handler.Type

  /// Makes the program of an extension's class.
  package init(_ handler: Handler.Type) {
    self.handler = handler
  }

  /// Does what the arguments ask for.
  ///
  /// - Returns: the exit status: 0, 1 for a refusal or a failed callback, 64 for a bad call, 69 when
  ///   there is no service.
  package func run(
    arguments: [String] = CommandLine.arguments, console: ExtensionConsole = .standard
  ) -> Int32 {
    let program = String(
      (arguments.first ?? "").split(separator: "/").last ?? "extension")
    guard let identity = ExtensionIdentity(of: handler) else {
      console.complain(
        UsageError(
          "this extension does not say who it is",
          hint: "its class overrides extensionIdentifier and appGroup"
        ).text(program: program))
      return EX_SOFTWARE
    }
    let complain = { (error: any Error) in
      console.complain(Self.lines(for: error, program))
    }
    do {
      let invocation = try ExtensionInvocation(
        Array(arguments.dropFirst()), program: program, identity: identity)
      return try run(invocation, identity, program, console)
    } catch let error as UsageError {
      complain(error)
      return ExitCode.usage
    } catch let error as BusError where error.code == .malformed {
      complain(error)
      return ExitCode.usage
    } catch {
      complain(error)
      return ExitCode.failed
    }
  }

  private func run(
    _ invocation: ExtensionInvocation, _ identity: ExtensionIdentity, _ program: String,
    _ console: ExtensionConsole
  ) throws -> Int32 {
    switch invocation {
    case .explain:
      console.complain(Self.explanation(of: identity, program))
      return ExitCode.usage
    case .text(let text):
      console.print(text)
    case .describe:
      console.print(try Self.json(identity.manifest(executable: Self.executable())) + "\n")
    case .once(let directory):
      console.print(try once(identity, directory, console) + "\n")
    case .serve(let directory, let socket, let parent):
      return try serve(identity, directory, socket, parent) { message, hint in
        console.complain(UsageError(message, hint: hint).text(program: program))
      }
    }
    return ExitCode.done
  }

  private func serve(
    _ identity: ExtensionIdentity, _ directory: String, _ socket: String, _ parent: Int32?,
    _ say: @escaping (_ message: String, _ hint: String?) -> Void
  ) throws -> Int32 {
    if let parent, !EndWithParent.arrange(parent) { return ExitCode.done }
    let service = try ExtensionService(
      handler.init(), identity: identity,
      group: AppGroupIdentity(identifier: identity.appGroup, directory: directory),
      socket: socket, staysWithoutService: parent == nil, say: say)
    return try service.run()
  }

  /// One callback from the input, without a service: its answer and what it would have changed.
  private func once(
    _ identity: ExtensionIdentity, _ directory: String, _ console: ExtensionConsole
  ) throws(BusError) -> String {
    guard let input = console.read() else {
      throw BusError(
        code: .malformed,
        message: "standard input cannot be read, or has more than"
          + " \(ExtensionConsole.longestCall) bytes")
    }
    let call = try ExtensionCall<Handler.Call>.read(input)
    let effects = RecordedEffects(
      clock: ClockReading(
        now: call.now, zone: call.zone, isVirtual: true, suspicion: call.suspicion))
    let session = ScreenTimeSession(
      recording: effects,
      group: AppGroupIdentity(identifier: identity.appGroup, directory: directory))
    let answer = try CallbackServer(handler.init(), session: session).answer(call)
    return try Self.json(OnceAnswer(answer: answer, effects: effects.effects))
  }

  /// The one line for a call without arguments.
  private static func explanation(of identity: ExtensionIdentity, _ program: String) -> String {
    "\(program): the \(identity.extensionPoint.rawValue) extension \(identity.identifier);"
      + " the Screen Time service starts it, or you do with --app-group DIR --service SOCK"
      + " (see --help)\n"
  }

  /// What is wrong, and in a second line what to do about it where there is something.
  private static func lines(for error: any Error, _ program: String) -> String {
    let (message, hint): (String, String?) =
      switch error {
      case let error as UsageError: (error.message, error.hint)
      case let error as BusError: (error.message, error.hint)
      default: ("\(error)", nil)
      }
    return UsageError(message, hint: hint).text(program: program)
  }

  private static func executable() throws(SystemError) -> String {
    let link = "/proc/self/exe"
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink(link, &path, path.count)
    guard length > 0 else { throw .last("read", path: link) }
    return String(decoding: path[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func json<Value: Encodable>(_ value: Value) throws(BusError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw BusError(code: .internalFailure, message: "the answer cannot be written as JSON")
    }
  }
}

/// What `--once` prints.
private struct OnceAnswer<Answer: Encodable>: Encodable {
  let answer: Answer
  let effects: [RecordedEffect]
}
