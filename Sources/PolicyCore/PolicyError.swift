/// Says everything that is wrong with a policy or with a child's share of it.
package struct PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problems, at least one, in the order of the fields.
  package let problems: [PolicyProblem]

  /// Makes an error.
  package init(_ problems: [PolicyProblem]) {
    self.problems = problems
  }

  /// All of it in one line.
  package var description: String {
    problems.map { "\($0.field): \($0.problem)" }.joined(separator: "; ")
  }
}

extension PolicyError {
  /// Reads fields from a document and judges them, so that what was wrong keeps its place in it.
  static func decoding<Value>(
    _ decoder: any Decoder, _ judge: ([String: PolicyValue]) throws(PolicyError) -> Value
  ) throws -> Value {
    let fields = try [String: PolicyValue](from: decoder)
    do {
      return try judge(fields)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }
}
