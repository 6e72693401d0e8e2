/// How long the start of a shielded program takes to be denied.
enum DeniedStart: Benchmark {
  static let name = "denied-start"
  static let about = "a denied start, by execguard and by the smallest responder"

  static func run(_ run: Run) throws(BenchmarkError) -> [Finding] {
    try run.requireRoot(for: "denying starts")
    // Two copies: each responder has marked its own and hears nothing of the other's.
    let ours = try run.scratch.copyProgram("/bin/true", as: "denied-by-execguard")
    let theirs = try run.scratch.copyProgram("/bin/true", as: "denied-by-responder")
    let execGuard = try run.subject("guard", [try run.program("execguard"), ours])
    defer { execGuard.end() }
    let responder = try Meter(
      try run.reference("responder"), [theirs], ending: .kill, in: run)
    defer { responder.end() }

    let starter = try run.reference("starter")
    var meters: [Meter] = []
    defer { for meter in meters { meter.end() } }
    for (mode, program) in [
      ("deny", ours), ("deny", theirs), ("deny-execve", ours), ("deny-execve", theirs),
    ] {
      meters.append(try Meter(starter, [mode, program], in: run))
    }
    let blocks = try takeTurns(meters, rounds: run.rounds(200), each: 50)
    return [
      Finding(
        "denied start, responder in C", ours: blocks[0], reference: blocks[1],
        goal: .ratio(atMost: 1.2)),
      Finding("  its execve alone", ours: blocks[2], reference: blocks[3], goal: .none),
    ]
  }
}
