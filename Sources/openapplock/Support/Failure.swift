import Bus
import OpenAppLockProtocol

/// Why a command did not do what it should: what is printed, and with which status it ends.
struct Failure: Error {
  /// The code that programs read.
  let code: String
  /// One line, as it follows `openapplock: `.
  let message: String
  /// What to do about it, where there is something to do.
  let hint: String?
  /// The status that the program ends with.
  let status: ExitStatus

  /// Makes a failure.
  init(_ code: String, _ message: String, hint: String? = nil, status: ExitStatus = .failed) {
    self.code = code
    self.message = Self.onOneLine(message)
    self.hint = hint.map(Self.onOneLine)
    self.status = status
  }

  /// As much of a sentence as a line takes: what was typed may be in it, with breaks and without end.
  private static func onOneLine(_ text: String) -> String {
    let longest = 600
    let shown = text.unicodeScalars.prefix(longest).map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: "?"
      default: String(scalar)
      }
    }
    return shown.joined() + (text.unicodeScalars.count > longest ? "…" : "")
  }

  /// Something that doesn't fit together was typed.
  static func usage(_ message: String, hint: String? = nil) -> Failure {
    Failure(BusErrorCode.usage.rawValue, message, hint: hint, status: .usage)
  }

  /// A service can't be reached.
  static func unavailable(_ message: String, hint: String? = nil) -> Failure {
    Failure(BusErrorCode.unavailable.rawValue, message, hint: hint, status: .unavailable)
  }
}

/// The statuses that the program ends with.
enum ExitStatus: Int32 {
  /// Done.
  case done = 0
  /// Refused or failed.
  case failed = 1
  /// What was typed makes no sense.
  case usage = 64
  /// A service can't be reached.
  case unavailable = 69
}

extension Failure {
  /// Reads what a service answered; every way of not reaching one is the same to whoever types.
  init(_ error: BusError, service: String) {
    switch error.code {
    case .unreachable, .peerGone, .closed, .timeout, .congested, .protocolMismatch:
      self = .unavailable("\(service) cannot be reached: \(error.message)", hint: error.hint)
    case .unavailable:
      self = .unavailable(error.message, hint: error.hint)
    case .usage:
      self = .usage(error.message, hint: error.hint)
    default:
      self.init(error.code.rawValue, error.message, hint: error.hint)
    }
  }
}
