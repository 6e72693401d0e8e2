import Glibc

/// A small request and its answer between two processes: our bus, plain libzmq, and D-Bus.
enum RoundTrip: Benchmark {
  static let name = "round-trip"
  static let about = "a request of 64 bytes and its answer, between two processes"

  static func run(_ run: Run) throws(BenchmarkError) -> [Finding] {
    try findings(run, suffix: "") + (try onOneCore(run))
  }

  /// The same on one processor: nobody has to be woken on the other, which is most of what a round
  /// trip costs, and what remains is the work itself.
  private static func onOneCore(_ run: Run) throws(BenchmarkError) -> [Finding] {
    run.isPinning = true
    defer { run.isPinning = false }
    return try findings(run, suffix: ", one core", hasGoal: false)
  }

  private static func findings(
    _ run: Run, suffix: String, hasGoal: Bool = true
  ) throws(BenchmarkError) -> [Finding] {
    let folder = try run.scratch.makeFolder("bus\(run.nextNumber())")
    let ourServer = try run.subject("bus-server", [folder + "/bus.sock"])
    defer { ourServer.end() }
    let ours = try run.subject("bus-client", [folder + "/bus.sock"])
    defer { ours.end() }

    let zeromq = try run.reference("zeromq")
    let endpoint = "ipc://" + folder + "/plain.sock"
    let plainServer = try Meter(zeromq, ["server", endpoint], ending: .kill, in: run)
    defer { plainServer.end() }
    let plain = try Meter(zeromq, ["client", endpoint], in: run)
    defer { plain.end() }

    let daemon = try MessageBusDaemon(in: run, folder: folder)
    defer { daemon.end() }
    let dbus = try run.reference("dbus")
    let service = try Meter(dbus, ["service", daemon.address], ending: .kill, in: run)
    defer { service.end() }
    let caller = try Meter(dbus, ["client", daemon.address], in: run)
    defer { caller.end() }

    let blocks = try takeTurns([ours, plain, caller], rounds: run.rounds(150), each: 200)
    return [
      Finding(
        "round trip, libzmq in C" + suffix, ours: blocks[0], reference: blocks[1],
        goal: hasGoal ? .ratio(atMost: 1.25) : .none),
      Finding(
        "round trip, D-Bus in C" + suffix, ours: blocks[0], reference: blocks[2],
        goal: hasGoal ? .ratio(atMost: 1.0) : .none),
    ]
  }
}
