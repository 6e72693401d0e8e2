import Arguments
import Bus
import FoundationEssentials
import Glibc
import OpenAppLock
import Simulation

/// The command `openapplock simulate`.
enum SimulateCommand {
  private static let live = Flag(
    "live", "Plays with real processes over real sockets, not all in this one")
  private static let files = RepeatedPositional("FILE", "A scenario", .text)

  /// The command.
  static let command = Command<Action>(
    "simulate", "Plays scenarios under a virtual clock and says what did not hold",
    details: """
      Nothing on this machine is watched or blocked by it. Exit status: 0 when every expectation of every \
      file held, 1 when one didn't, 64 for a file that isn't a scenario.
      """,
    does: simulate
  ) {
    live
    files
  }

  private static func simulate(_ invocation: Invocation) throws {
    let paths = try invocation.arguments.values(of: files)
    guard !paths.isEmpty else { throw UsageError("no scenario was named") }
    // All are read before the first is played: a misspelt word shows at once.
    let scenarios = try paths.map { (path: $0, scenario: try read($0)) }
    var held = true
    for (path, scenario) in scenarios {
      let result = try play(scenario, path, live: invocation.arguments.isSet(live))
      held = held && result.isOK
      show(result, path, invocation.output)
    }
    if !held { throw Unheld() }
  }

  private static func read(_ path: String) throws -> Scenario {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw UsageError("\(path): cannot be read: \(reason(error))")
    }
    do {
      return try ScenarioReader.read(data)
    } catch {
      throw UsageError("\(path): \(error)")
    }
  }

  /// Only the system's own reason means anything to a person.
  private static func reason(_ error: any Error) -> String {
    guard let cause = (error as? CocoaError)?.underlying as? POSIXError else { return "\(error)" }
    return unsafe String(cString: strerror(cause.code.rawValue))
  }

  private static func play(
    _ scenario: Scenario, _ path: String, live: Bool
  ) throws -> ScenarioResult {
    do {
      let machine: any SimulatedMachine =
        live ? try LiveMachine(programs: try OwnProgram.folder()) : try InProcessMachine()
      return try ScenarioPlayer.play(scenario, on: machine)
    } catch let error as ScenarioError {
      throw UsageError("\(path): \(error)")
    } catch let error as BusError {
      throw Failure(error.code.rawValue, "\(path): \(error.message)", hint: error.hint)
    } catch let error as MachineError {
      throw Failure("failed", "\(path): \(error)")
    }
  }

  private static func show(_ result: ScenarioResult, _ path: String, _ output: Output) {
    if output.isJSON {
      Output.say(result.json(file: path).description)
      return
    }
    Output.say("\(path): \(result.isOK ? "held" : "did not hold")")
    for line in result.story { Output.say("  " + line) }
    for line in result.complaints(file: path) { Output.say(line) }
  }
}

/// Not everything held: all has been said already, only the exit status is left.
struct Unheld: Error {}
