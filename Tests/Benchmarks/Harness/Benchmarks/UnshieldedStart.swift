/// What the guard costs a program that nobody shields: nothing, if it is as it should be.
enum UnshieldedStart: Benchmark {
  static let name = "unshielded-start"
  static let about = "the start of an unshielded program with the guard and without it"

  /// How many other files are marked meanwhile.
  private static let markedFiles = 100

  static func run(_ run: Run) throws(BenchmarkError) -> [Finding] {
    try run.requireRoot(for: "the guard")
    let guardProgram = try run.program("execguard")
    let program = try run.scratch.copyProgram("/bin/true", as: "unshielded")
    var marked: [String] = []
    for number in 0..<markedFiles {
      marked.append(
        try run.scratch.write(Array("\(number)".utf8), to: "other\(number)", executable: true))
    }
    let starter = try Meter(try run.reference("starter"), ["start", program], in: run)
    defer { starter.end() }

    var guarded: [[UInt64]] = []
    var unguarded: [[UInt64]] = []
    for _ in 0..<run.rounds(200) {
      let execGuard = try run.subject("guard", [guardProgram] + marked)
      guarded.append(try settledStarts(starter))
      execGuard.end()
      unguarded.append(try settledStarts(starter))
    }
    return [
      Finding("unshielded start, guard off", ours: guarded, reference: unguarded, goal: .same)
    ]
  }

  /// Measures a block of starts; the first few, in which the guard's own start or end is still felt,
  /// don't count.
  private static func settledStarts(_ starter: Meter) throws(BenchmarkError) -> [UInt64] {
    _ = try starter.times(5)
    return try starter.times(20)
  }
}
