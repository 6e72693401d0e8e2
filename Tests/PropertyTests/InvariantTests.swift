import Foundation
import Testing

/// The claims of the rules document and the decisions over random traces.
@Suite("Invariants over random traces")
struct InvariantTests {
  /// How many traces there are of each kind of trouble; `OPENAPPLOCK_TRACES` asks for more.
  static let count = environment("OPENAPPLOCK_TRACES") ?? 2
  /// Where the seeds start; a failing one is played again with `OPENAPPLOCK_SEED` and one trace.
  static let first = environment("OPENAPPLOCK_SEED") ?? 1

  /// The seeds that are played.
  static var seeds: Range<Int> { first..<first + count }

  private static func environment(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  @Test(
    "whatever happens, what is shielded, counted and refused is what the rules say",
    arguments: TraceGenerator.Trouble.allCases)
  func invariants(trouble: TraceGenerator.Trouble) {
    for seed in Self.seeds {
      let trace = TraceGenerator.trace(seed: UInt64(seed), trouble: trouble)
      guard let finding = TraceRun.finding(in: trace) else { continue }
      Issue.record("\(Failure(seed: seed, trouble: trouble, trace, finding))")
    }
  }
}
