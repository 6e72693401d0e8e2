/// Why a benchmark has no figures.
enum BenchmarkError: Error {
  /// The machine or the account lacks something; no fault of the program.
  case skipped(String)
  /// Something that should work did not.
  case failed(String)
  /// Somebody asked the whole run to stop.
  case interrupted
}

extension BenchmarkError: CustomStringConvertible {
  /// The reason, as one sentence.
  var description: String {
    switch self {
    case .skipped(let reason), .failed(let reason): reason
    case .interrupted: "interrupted"
    }
  }
}
