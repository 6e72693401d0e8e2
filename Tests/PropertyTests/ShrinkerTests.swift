import Foundation
import Simulation
import Testing

/// What becomes of a failing trace.
@Suite("Shrinking a failing trace")
struct ShrinkerTests {
  /// An oracle that is wrong: it says that a gate never shields.
  private static let broken = TraceClaims { reference, app in
    reference.existing.contains { key in
      reference.state(of: key).blocks && reference.covers(key, app)
    }
  }

  /// A long trace in which there is an open limit from the middle on.
  private static let trace: Trace = {
    var trace = TraceGenerator.trace(seed: 4, trouble: TraceGenerator.Trouble.none, length: 8)
    trace.lists["pad"] = TraceList(apps: ["org.example.Editor", "org.example.Chat"])
    trace.steps.insert(
      .addRule("gate", TraceRule(kind: .openLimit, opens: 7, list: "pad")),
      at: trace.steps.count / 2)
    return trace
  }()

  /// What is left of it.
  private static let shrunk: (trace: Trace, finding: Finding, original: Finding)? = {
    guard let original = TraceRun.finding(in: trace, broken) else { return nil }
    let shrinker = TraceShrinker { TraceRun.finding(in: $0, broken) }
    let (small, finding) = shrinker.shrink(trace, original)
    return (small, finding, original)
  }()

  @Test("of a long trace that meets a wrong claim, the few steps that it takes are left")
  func minimal() throws {
    let (small, finding, original) = try #require(Self.shrunk)
    #expect(finding.claim == original.claim)
    #expect(
      small.rules.count + small.steps.count == 1, "\(small.text(about: "", failing: finding))")
    #expect(small.apps.count == 1)
    #expect(small.zone == "UTC")
  }

  @Test("a printed trace is a scenario whose last step fails, and where it holds nothing does")
  func printed() throws {
    let (small, finding, _) = try #require(Self.shrunk)
    // Whatever fails at the start is written after a step that does nothing.
    var told = small
    if told.steps.isEmpty { told.steps = [.advance(0)] }
    let scenario = try ScenarioReader.read(
      Data(told.text(about: finding.claim, failing: finding).utf8))
    let result = try ScenarioPlayer.play(scenario, on: try InProcessMachine())
    #expect(result.steps.last?.failed.count == 1)
    #expect(TraceRun.finding(in: told) == nil)
  }

  @Test("a random trace is a scenario that the reader takes", arguments: 1...20)
  func readable(seed: Int) throws {
    let trace = TraceGenerator.trace(seed: UInt64(seed))
    #expect(try trace.scenario().steps.count == trace.steps.count)
  }

  @Test("the same seed makes the same trace")
  func repeatable() {
    #expect(TraceGenerator.trace(seed: 9) == TraceGenerator.trace(seed: 9))
    #expect(TraceGenerator.trace(seed: 9) != TraceGenerator.trace(seed: 10))
  }
}
