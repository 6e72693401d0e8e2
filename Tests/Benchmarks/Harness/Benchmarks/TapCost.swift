/// What it costs a round trip that somebody reads the tap: nobody, one reader, ten.
///
/// A tap gathers what it tells, so most messages cost little and one in many costs a send: blocks are
/// compared by their means, which leave nothing out.
enum TapCost: Benchmark {
  static let name = "tap"
  static let about = "a round trip while nobody, one and ten readers listen to the tap"

  static func run(_ run: Run) throws(BenchmarkError) -> [Finding] {
    var stages: [Stage] = []
    defer { for stage in stages { stage.end() } }
    for readers in [0, 1, 10] { stages.append(try Stage(run, readers: readers)) }
    let blocks = try takeTurns(stages.map(\.client), rounds: run.rounds(150), each: 400)
      .map { $0.map(mean) }
    return [
      Finding(
        "round trip, one reader of the tap", ours: blocks[1], reference: blocks[0],
        goal: .ratio(atMost: 1.05)),
      Finding("  ten readers", ours: blocks[2], reference: blocks[0], goal: .none),
    ]
  }

  private static func mean(_ block: [UInt64]) -> [UInt64] {
    [block.reduce(0, +) / UInt64(max(block.count, 1))]
  }

  /// A service, whoever reads its tap, and a client that measures.
  private struct Stage {
    let client: Meter
    private let others: [Meter]

    init(_ run: Run, readers: Int) throws(BenchmarkError) {
      let socket = try run.scratch.makeFolder("tap\(readers)") + "/bus.sock"
      var others = [try run.subject("bus-server", [socket])]
      do {
        for _ in 0..<readers { others.append(try run.subject("bus-reader", [socket])) }
        client = try run.subject("bus-client", [socket])
      } catch {
        for other in others.reversed() { other.end() }
        throw error
      }
      self.others = others
    }

    func end() {
      client.end()
      for other in others.reversed() { other.end() }
    }
  }
}
