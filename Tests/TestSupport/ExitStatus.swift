/// How a process ended.
package enum ExitStatus: Hashable, Sendable {
  /// By itself, with a code.
  case exited(Int32)
  /// By a signal.
  case signalled(Int32)
}

/// A number is an exit code: `#expect(result.status == 64)`.
extension ExitStatus: ExpressibleByIntegerLiteral {
  /// Makes the status of a process that ended by itself.
  package init(integerLiteral code: Int32) {
    self = .exited(code)
  }
}

extension ExitStatus: CustomStringConvertible {
  /// `code 1`, `signal 9`.
  package var description: String {
    switch self {
    case .exited(let code): "code \(code)"
    case .signalled(let signal): "signal \(signal)"
    }
  }
}
