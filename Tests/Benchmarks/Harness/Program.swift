import Glibc

/// The program as a person starts it.
enum Program {
  /// Every benchmark, in the order of the report.
  private static let benchmarks: [any Benchmark.Type] = [
    RoundTrip.self, TapCost.self, Throughput.self, UnshieldedStart.self, DeniedStart.self,
    Callbacks.self, DocumentReplace.self, RuleEdge.self, RulePress.self, RuleStates.self,
    RuleLedger.self, RuleYear.self, FamilySpeed.self, ResidentMemory.self,
  ]

  /// Measures what the arguments ask for and reports; answers the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    do {
      let options = try Options(parsing: arguments)
      guard !options.wantsHelp else {
        print(Options.usage, terminator: "")
        return 0
      }
      let chosen = try choose(options)
      return try run(chosen, with: options)
    } catch let error as UsageError {
      complain(error.message, hint: "benchmarks --help")
      return 64
    } catch BenchmarkError.interrupted {
      return 130
    } catch {
      complain("\(error)", hint: nil)
      return 1
    }
  }

  private static func choose(_ options: Options) throws(UsageError) -> [any Benchmark.Type] {
    let names = benchmarks.map { $0.name }
    for name in options.only where !names.contains(name) {
      throw UsageError(
        message: "no benchmark is called \"\(name)\": there are \(names.joined(separator: ", "))")
    }
    return options.only.isEmpty ? benchmarks : benchmarks.filter { options.only.contains($0.name) }
  }

  private static func run(
    _ chosen: [any Benchmark.Type], with options: Options
  ) throws -> Int32 {
    let run = try Run(options)
    var report = Report(machine: Machine(scratch: run.scratch.path), isQuick: options.isQuick)
    for benchmark in chosen {
      say("\(benchmark.name): \(benchmark.about) …")
      do {
        report.add(try benchmark.run(run))
      } catch BenchmarkError.interrupted {
        throw BenchmarkError.interrupted
      } catch {
        report.add(error, of: benchmark.name)
      }
    }
    print(report.text)
    if let path = options.jsonPath { try write(try report.json(), to: path) }
    return report.hasFaults ? 1 : 0
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(BenchmarkError) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0, unsafe Glibc.write(file, bytes, bytes.count) == bytes.count, close(file) == 0
    else {
      throw .failed("could not write \"\(path)\": \(lastError())")
    }
  }

  private static func complain(_ message: String, hint: String?) {
    say("benchmarks: \(message)")
    if let hint { say("hint: \(hint)") }
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
