/// A document of 16 KB of the app group, replaced so that neither a crash nor a power cut hurts it.
enum DocumentReplace: Benchmark {
  static let name = "replace"
  static let about = "the locked, fsynced replace of a document of 16 KB"

  private static let size = 16 * 1024

  static func run(_ run: Run) throws(BenchmarkError) -> [Finding] {
    var meters: [Meter] = []
    defer { for meter in meters { meter.end() } }
    // A folder each, so that none waits for another's lock.
    for subject in ["update-text", "replace-text", "update-records"] {
      meters.append(try run.subject(subject, [try run.scratch.makeFolder(subject)]))
    }
    let content = try run.scratch.write([UInt8](repeating: 0x78, count: size), to: "content")
    for mode in ["replace", "keep"] {
      meters.append(
        try Meter(
          try run.reference("replace"),
          [mode, try run.scratch.makeFolder("plain-" + mode), content],
          in: run))
    }
    let blocks = try takeTurns(meters, rounds: run.rounds(120), each: 10)
    let (reference, keeping) = (blocks[3], blocks[4])
    return [
      Finding(
        "update of 16 KB, C", ours: blocks[0], reference: reference, goal: .ratio(atMost: 1.15)),
      Finding(
        "  C that keeps the version before too", ours: blocks[0], reference: keeping, goal: .none),
      Finding("  without reading it first", ours: blocks[1], reference: reference, goal: .none),
      Finding("  as 40 records", ours: blocks[2], reference: reference, goal: .none),
    ]
  }
}
