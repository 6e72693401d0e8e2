import CompactJSON

/// Makes calls to a family's server, one after the other.
final class FamilyCaller {
  private let child: Child

  /// Connects.
  ///
  /// - Throws: `failed` when nobody is there.
  init(port: String, in run: Run) throws(BenchmarkError) {
    child = try Child(
      try run.reference("family_load"), ["calls", port], ending: .endOfInput, in: run)
    _ = try child.readLine(within: .seconds(10))
  }

  /// Makes a call and hands back its answer's body.
  ///
  /// - Parameters:
  ///   - token: What shows who calls; a dash where nobody has to.
  ///   - status: The status that the answer has to have.
  /// - Throws: `failed` for another status, and for a body that isn't JSON.
  func call(
    _ method: String, _ path: String, _ token: String, _ body: JSON?, expecting status: Int
  ) throws(BenchmarkError) -> JSON {
    try child.write("\(method) \(path) \(token) \(body?.compact ?? "-")")
    let answer = try child.readLine(within: .seconds(10))
    let parts = answer.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0] == "\(status)" else {
      throw .failed("\(method) \(path) answered \(answer) instead of \(status)")
    }
    do {
      return try JSON(parsing: String(parts[1]))
    } catch {
      throw .failed("\(method) \(path) answered what is no JSON: \(error)")
    }
  }

  /// Ends the connection.
  func end() {
    child.end()
  }
}
