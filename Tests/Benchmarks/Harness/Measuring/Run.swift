import Glibc

/// What all benchmarks of one run share.
final class Run {
  /// A folder for whatever is written.
  let scratch: Scratch
  /// Ends waits when somebody asks to stop.
  let interrupts: Interrupts
  /// Whether fewer pairs are enough.
  let isQuick: Bool
  /// Whether what is started stays on one processor.
  var isPinning = false
  private let references: String
  private var number = 0

  /// Sets up a run.
  ///
  /// - Throws: `failed` when there is no scratch folder.
  init(_ options: Options) throws(BenchmarkError) {
    interrupts = try Interrupts()
    scratch = try Scratch()
    isQuick = options.isQuick
    references = options.references ?? ownFolder() + "/benchmark-references"
  }

  /// So many rounds, or a fifth of them when that is enough.
  func rounds(_ full: Int) -> Int {
    isQuick ? max(full / 5, 5) : full
  }

  /// A number that no other call of this run gets.
  func nextNumber() -> Int {
    number += 1
    return number
  }

  /// The path of a C program.
  ///
  /// - Throws: `skipped` when it was not built.
  func reference(_ name: String) throws(BenchmarkError) -> String {
    let path = references + "/" + name
    guard isProgram(path) else {
      throw .skipped("the reference \"\(name)\" is not built: \(path)")
    }
    return path
  }

  /// The path of a program that is built beside this one.
  ///
  /// - Throws: `skipped` when it is not there.
  func program(_ name: String) throws(BenchmarkError) -> String {
    let path = ownFolder() + "/" + name
    guard isProgram(path) else {
      throw .skipped("the program \"\(name)\" is not built beside this one")
    }
    return path
  }

  /// Starts this program as a measured one.
  ///
  /// - Throws: `failed` when it doesn't become ready.
  func subject(
    _ name: String, _ arguments: [String], patience: Duration = .seconds(30)
  ) throws(BenchmarkError) -> Meter {
    try Meter(ownPath(), ["subject", name] + arguments, patience: patience, in: self)
  }

  /// Says that something needs root.
  ///
  /// - Throws: `skipped` without it.
  func requireRoot(for what: String) throws(BenchmarkError) {
    guard geteuid() == 0 else { throw .skipped("\(what) needs root") }
  }
}

/// The path of this program.
func ownPath() -> String {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
  return String(
    decoding: buffer[..<max(count, 0)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Whether there is a file at `path` that we may execute.
func isProgram(_ path: String) -> Bool {
  unsafe access(path, X_OK) == 0
}

/// The folder that this program is in.
func ownFolder() -> String {
  ownPath().split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 }
}

/// The id of this process.
func ownProcess() -> Int32 {
  getpid()
}
