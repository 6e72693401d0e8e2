/// What it takes to wake an extension: one that is there already, and one that has to be started.
enum Callbacks: Benchmark {
  static let name = "callbacks"
  static let about = "a callback to a warm extension, and to one that has to be started"

  static func run(_ run: Run) throws(BenchmarkError) -> [Finding] {
    let smallest = try run.program("benchmark-extension")
    return try warm(smallest, run) + (try cold(smallest, run))
  }

  private static func warm(_ program: String, _ run: Run) throws(BenchmarkError) -> [Finding] {
    let folder = try run.scratch.makeFolder("warm")
    let ours = try run.subject("extension-warm", [program, folder + "/ours.sock", folder])
    defer { ours.end() }
    let plain = try run.reference("zeromq")
    let theirs = try Meter(plain, ["warm", "ipc://" + folder + "/plain.sock", plain], in: run)
    defer { theirs.end() }
    let blocks = try takeTurns([ours, theirs], rounds: run.rounds(150), each: 200)
    return [
      Finding(
        "warm callback, C with libzmq", ours: blocks[0], reference: blocks[1],
        goal: .ratio(atMost: 1.5))
    ]
  }

  private static func cold(_ program: String, _ run: Run) throws(BenchmarkError) -> [Finding] {
    let folder = try run.scratch.makeFolder("cold")
    let ours = try run.subject("extension-cold", [program, folder + "/ours.sock", folder])
    defer { ours.end() }
    let plain = try run.reference("zeromq")
    let shared = try Meter(plain, ["cold", "ipc://" + folder + "/plain.sock", plain], in: run)
    defer { shared.end() }
    let whole = try Meter(
      plain, ["cold", "ipc://" + folder + "/whole.sock", try run.reference("zeromq-whole")],
      in: run)
    defer { whole.end() }

    var blocks: [[[UInt64]]] = [[], [], []]
    var peaks: [UInt64] = []
    for round in 0...run.rounds(150) {
      for (index, meter) in [ours, shared, whole].enumerated() {
        let columns = try meter.measure(3)
        guard round > 0 else { continue }
        blocks[index].append(columns[0])
        if index == 0 { peaks += columns[1] }
      }
    }
    return [
      Finding(
        "cold callback, C with libzmq", ours: blocks[0], reference: blocks[1],
        goal: .ratio(atMost: 1.5)),
      Finding(
        "  C linked whole, as ours is", ours: blocks[0], reference: blocks[2], goal: .none),
      Finding(
        "cold callback", ours: blocks[0], peakKiB: peaks.max(),
        goal: .limits(p50: .milliseconds(4), p99: nil, peakKiB: 8 * 1024)),
    ]
  }
}
