import Arguments
import EventLoop
import FoundationEssentials
import OpenAppLock

/// The options of every command.
enum GlobalOptions {
  /// Which instance.
  static let state = Option(
    "state", "DIR",
    "Everything that an instance keeps (OPENAPPLOCK_STATE, or the system's or user's own)", .text)
  /// For whom the output is.
  static let json = Flag("json", "Prints JSON for programs instead of text for people")
}

/// One run of the program: reads what was typed, does it, and says what went wrong.
struct CommandLineRun {
  private let program: Program<Action>
  private let typed: TypedArguments
  private let environment: [String: String]

  /// Prepares a run.
  init(_ program: Program<Action>, _ typed: TypedArguments) {
    self.program = program
    self.typed = typed
    environment = ProcessInfo.processInfo.environment
  }

  /// Does what was typed.
  func run() -> ExitStatus {
    // What is typed wrong may be anywhere, and even then whoever asked for JSON gets JSON.
    let output = Output(
      isJSON: typed.texts.prefix { $0 != "--" }.contains("--json"), environment: environment)
    do {
      if let number = typed.firstBroken {
        throw UsageError("argument \(number) is no text: its bytes are not UTF-8")
      }
      switch try program.parse(typed.texts) {
      case .text(let text): Output.say(String(text.dropLast()))
      case .action(let action, let typed, _):
        let instance = try Instance(
          state: try typed.value(of: GlobalOptions.state), environment: environment)
        try action(Invocation(arguments: typed, instance: instance, output: output))
      }
      return .done
    } catch is Unheld {
      return .failed
    } catch {
      let failure = Failure(any: error)
      output.show(failure)
      return failure.status
    }
  }
}

extension Failure {
  /// Reads whatever a command threw.
  fileprivate init(any error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let usage as UsageError: self = .usage(usage.message, hint: usage.hint)
    case let system as SystemError: self.init("failed", system.description)
    default: self.init("failed", "\(error)")
    }
  }
}
