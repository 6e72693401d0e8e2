/// How many messages a second go through a service: from one client, and from eight at once.
///
/// Each client asks again when it has its answer. A sample is the time in which the clients together
/// have had their answers, divided by how many those were.
enum Throughput: Benchmark {
  static let name = "throughput"
  static let about = "requests through one service, from one and from eight clients at once"
  /// How many requests a client makes in a block.
  private static let count = 400

  static func run(_ run: Run) throws(BenchmarkError) -> [Finding] {
    var findings: [Finding] = []
    for clients in [1, 8] { findings.append(try finding(run, clients: clients)) }
    return findings
  }

  private static func finding(_ run: Run, clients: Int) throws(BenchmarkError) -> Finding {
    let folder = try run.scratch.makeFolder("throughput\(clients)")
    let server = try run.subject("bus-server", [folder + "/bus.sock"])
    defer { server.end() }
    var ours: [Meter] = []
    defer { for meter in ours { meter.end() } }
    for _ in 0..<clients { ours.append(try run.subject("bus-client", [folder + "/bus.sock"])) }

    let zeromq = try run.reference("zeromq")
    let endpoint = "ipc://" + folder + "/plain.sock"
    let plainServer = try Meter(zeromq, ["server", endpoint], ending: .kill, in: run)
    defer { plainServer.end() }
    var plain: [Meter] = []
    defer { for meter in plain { meter.end() } }
    for _ in 0..<clients { plain.append(try Meter(zeromq, ["client", endpoint], in: run)) }

    var blocks: [[[UInt64]]] = [[], []]
    for round in 0...run.rounds(60) {
      for (index, crowd) in [ours, plain].enumerated() {
        let nanoseconds = try timeOfOne(crowd)
        if round > 0 { blocks[index].append([nanoseconds]) }
      }
    }
    return Finding(
      "a message, \(clients == 1 ? "one client" : "eight clients at once")", ours: blocks[0],
      reference: blocks[1], goal: .ratio(atMost: 2))
  }

  /// Has all clients ask at once; answers how long one request took of the whole time.
  private static func timeOfOne(_ crowd: [Meter]) throws(BenchmarkError) -> UInt64 {
    let start = monotonicNanoseconds()
    for meter in crowd { try meter.begin(count) }
    for meter in crowd { _ = try meter.finish(count) }
    return (monotonicNanoseconds() - start) / UInt64(count * crowd.count)
  }
}
