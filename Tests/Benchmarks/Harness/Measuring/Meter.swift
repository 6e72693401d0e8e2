/// A process that measures when it is told to: the harness's side of `Reference/driver.h`.
final class Meter {
  private let child: Child
  private let columns: Int
  private let patience: Duration

  /// Starts the process and waits until it is set up; a block of samples may take it `patience`.
  ///
  /// - Throws: `failed` when it doesn't say that it is ready.
  init(
    _ program: String, _ arguments: [String], ending: Child.Ending = .endOfInput,
    patience: Duration = .seconds(30), in run: Run
  ) throws(BenchmarkError) {
    self.patience = patience
    child = try Child(program, arguments, ending: ending, in: run)
    let words = try child.readLine(within: .seconds(20)).split(separator: " ")
    guard words.count == 2, words[0] == "ready", let columns = Int(words[1]) else {
      throw .failed("\(program) said \"\(words.joined(separator: " "))\" instead of being ready")
    }
    self.columns = columns
  }

  /// Measures so many times; answers the samples by column.
  ///
  /// - Throws: `failed` when the process ends or takes longer than it may.
  func measure(_ count: Int) throws(BenchmarkError) -> [[UInt64]] {
    try begin(count)
    return try finish(count)
  }

  /// Has it begin to measure so many times, beside others.
  ///
  /// - Throws: `failed` when the process has ended.
  func begin(_ count: Int) throws(BenchmarkError) {
    try child.write(String(count))
  }

  /// Waits for what was begun; answers the samples by column.
  ///
  /// - Throws: `failed` when the process ends or takes longer than it may.
  func finish(_ count: Int) throws(BenchmarkError) -> [[UInt64]] {
    let bytes = try child.readBytes(count * columns * 8, within: patience)
    let numbers = unsafe bytes.withUnsafeBytes { buffer in
      (0..<count * columns).map {
        unsafe buffer.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)
      }
    }
    return (0..<columns).map { column in
      stride(from: column, to: numbers.count, by: columns).map { numbers[$0] }
    }
  }

  /// Measures so many times what has one column.
  ///
  /// - Throws: as `measure(_:)`.
  func times(_ count: Int) throws(BenchmarkError) -> [UInt64] {
    try measure(count).first ?? []
  }

  /// Ends the process.
  func end() {
    child.end()
  }
}
