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
        "\(program): this extension does not say who it is;"
          + " override extensionIdentifier and appGroup")
      return EX_SOFTWARE
    }
    do {
      return try run(ExtensionInvocation(arguments.dropFirst()), identity, program, console)
    } catch let error as ExtensionInvocation.Problem {
      console.complain("\(program): \(error.message)")
      return EX_USAGE
    } catch let error as BusError {
      console.complain("\(program): \(error.sentence)")
      return error.code == .malformed ? EX_USAGE : EXIT_FAILURE
    } catch {
      console.complain("\(program): \(error)")
      return EXIT_FAILURE
    }
  }

  private func run(
    _ invocation: ExtensionInvocation, _ identity: ExtensionIdentity, _ program: String,
    _ console: ExtensionConsole
  ) throws -> Int32 {
    switch invocation {
    case .explain:
      console.complain(ExtensionHelp.line(program, identity))
      return EX_USAGE
    case .help:
      console.print(ExtensionHelp.text(program, identity))
    case .version:
      console.print("\(program) \(ScreenTimeVersion.text)")
    case .describe:
      console.print(try Self.json(identity.manifest(executable: Self.executable())))
    case .once(let directory):
      console.print(try once(identity, directory, console))
    case .serve(let directory, let socket, let parent):
      return try serve(identity, directory, socket, parent) { line in
        console.complain("\(program): \(line)")
      }
    }
    return EXIT_SUCCESS
  }

  private func serve(
    _ identity: ExtensionIdentity, _ directory: String, _ socket: String, _ parent: Int32?,
    _ complain: @escaping (String) -> Void
  ) throws -> Int32 {
    if let parent, !EndWithParent.arrange(parent) { return EXIT_SUCCESS }
    let service = try ExtensionService(
      handler.init(), identity: identity,
      group: AppGroupIdentity(identifier: identity.appGroup, directory: directory),
      socket: socket, staysWithoutService: parent == nil, complain: complain)
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
      clock: ClockReading(now: call.now, zone: call.zone, isVirtual: true))
    let session = ScreenTimeSession(
      recording: effects,
      group: AppGroupIdentity(identifier: identity.appGroup, directory: directory))
    let answer = try CallbackServer(handler.init(), session: session).answer(call)
    return try Self.json(OnceAnswer(answer: answer, effects: effects.effects))
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
