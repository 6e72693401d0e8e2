/// What each process that stays holds of the machine's memory, once it has done each of its jobs.
enum ResidentMemory: Benchmark {
  static let name = "memory"
  static let about = "the memory of each process that stays"

  private static let serviceLimit: UInt64 = 15 * 1024
  private static let extensionLimit: UInt64 = 8 * 1024

  static func run(_ run: Run) throws(BenchmarkError) -> [Finding] {
    let stage = try MemoryStage(run)
    defer { stage.end() }
    let processes = try stage.work()
    return processes.map { process in
      Finding(
        "memory of " + process.name, residentKiB: process.residentKiB,
        goal: .memory(atMostKiB: process.isService ? serviceLimit : extensionLimit))
    }
  }
}
