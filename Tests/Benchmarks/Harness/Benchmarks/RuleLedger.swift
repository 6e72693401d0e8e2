/// One minute of use for a thousand rules, written to the ledger.
enum RuleLedger: Benchmark {
  static let name = "ledger"
  static let about = "one minute for 1,000 rules in the ledger: one locked replace"

  static func run(_ run: Run) throws(BenchmarkError) -> [Finding] {
    let folder = try run.scratch.makeFolder("ledger")
    let ledger = try run.subject("rule-ledger", [folder])
    defer { ledger.end() }
    // The ledger as it is after a first minute: what a single write of it writes.
    _ = try ledger.times(1)
    guard let bytes = readFile(folder + "/usage.json") else {
      throw .failed("there is no ledger after a minute of use")
    }
    let content = try run.scratch.write(bytes, to: "ledger-content")
    let single = try Meter(
      try run.reference("replace"),
      ["keep", try run.scratch.makeFolder("single-write"), content], in: run)
    defer { single.end() }
    let blocks = try takeTurns([ledger, single], rounds: run.rounds(30), each: 5)
    return [
      Finding(
        "a minute of 1,000 rules, one write in C", ours: blocks[0], reference: blocks[1],
        goal: .none)
    ]
  }
}
