import CompactJSON

/// A family's server under load, against the document's own stack and against the same work in C.
enum FamilySpeed: Benchmark {
  static let name = "family"
  static let about =
    "snapshots and submissions of a family's devices, from 1, 16 and 64 connections"

  /// How many snapshots each reads in a block: about as long a block for each.
  private static let reads: [FamilyStage.Kind: Int] = [
    .ours: 4000, .fastAPI: 400, .plainC: 4000,
  ]
  /// How many challenges a block has; as many for each, since they stay in the tables.
  private static let submissions = 320

  static func run(_ run: Run) throws(BenchmarkError) -> [Finding] {
    var stages: [FamilyStage] = []
    defer { for stage in stages { stage.end() } }
    for kind in FamilyStage.Kind.allCases { stages.append(try FamilyStage(kind, in: run)) }
    for stage in stages.dropFirst() where stage.sample != stages[0].sample {
      throw .failed(
        "the servers don't answer the same: \(stage.sample.map(\.compact)) and"
          + " \(stages[0].sample.map(\.compact))")
    }
    var findings: [Finding] = []
    for connections in [1, 16, 64] {
      findings += try snapshots(stages, connections: connections, in: run)
    }
    for connections in [16, 64] {
      findings += try submissions(stages, connections: connections, in: run)
    }
    findings.append(
      Finding(
        "memory of family-server, FastAPI", residentKiB: stages[0].heldKiB,
        referenceKiB: stages[1].heldKiB, goal: .memoryRatio(atMost: 0.25)))
    return findings
  }

  private static func snapshots(
    _ stages: [FamilyStage], connections: Int, in run: Run
  ) throws(BenchmarkError) -> [Finding] {
    let what = "snapshots, \(connections) connection\(connections == 1 ? "" : "s")"
    let sides = try sides(stages, "snapshot", connections, run.rounds(12), in: run) { kind in
      (reads[kind] ?? 0) / (connections == 1 ? 2 : 1)
    }
    return [
      Finding(
        "\(what), FastAPI", rates: sides[0].rates, reference: sides[1].rates,
        goal: connections == 1 ? .none : .rate(atLeast: 25)),
      Finding(
        "  how long one takes", times: sides[0].times, reference: sides[1].times,
        goal: .tail(atMost: nil)),
      Finding(
        "\(what), C", rates: sides[0].rates, reference: sides[2].rates, goal: .rate(atLeast: 0.7)),
      Finding(
        "  how long one takes", times: sides[0].times, reference: sides[2].times, goal: .none),
    ]
  }

  private static func submissions(
    _ stages: [FamilyStage], connections: Int, in run: Run
  ) throws(BenchmarkError) -> [Finding] {
    let what = "challenges answered, \(connections) connections"
    let sides = try sides(stages, "submit", connections, run.rounds(10), in: run) { _ in
      submissions
    }
    return [
      Finding(
        "\(what), FastAPI", rates: sides[0].rates, reference: sides[1].rates,
        goal: connections == 16 ? .rate(atLeast: 10) : .none),
      Finding(
        "  how long one takes", times: sides[0].times, reference: sides[1].times,
        goal: connections == 16 ? .tail(atMost: .milliseconds(15)) : .none),
      Finding(
        "\(what), C", rates: sides[0].rates, reference: sides[2].rates, goal: .rate(atLeast: 2)),
      Finding(
        "  how long one takes", times: sides[0].times, reference: sides[2].times, goal: .none),
    ]
  }

  /// What was measured of one server, block by block.
  private struct Side {
    /// How much was done in a second.
    var rates: [Double] = []
    /// How long each took.
    var times: [[UInt64]] = []
  }

  /// Has the servers work in turn; the first turn, which warms everything up, is thrown away.
  private static func sides(
    _ stages: [FamilyStage], _ work: String, _ connections: Int, _ rounds: Int, in run: Run,
    count: (FamilyStage.Kind) -> Int
  ) throws(BenchmarkError) -> [Side] {
    var crowds: [Meter] = []
    defer { for crowd in crowds { crowd.end() } }
    for stage in stages {
      crowds.append(try stage.crowd(work, connections: connections, in: run))
    }
    var sides = [Side](repeating: Side(), count: stages.count)
    for round in 0...rounds {
      for (index, kind) in FamilyStage.Kind.allCases.enumerated() {
        let count = count(kind)
        let columns = try crowds[index].measure(count)
        guard round > 0 else { continue }
        sides[index].times.append(columns[0])
        sides[index].rates.append(Double(count) * 1e9 / Double(max(columns[1].max() ?? 1, 1)))
      }
    }
    return sides
  }
}
