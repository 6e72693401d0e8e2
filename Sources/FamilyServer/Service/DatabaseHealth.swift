import Database

/// Whether the database did lately what it was asked, told to a log only where that changes.
struct DatabaseHealth {
  private var fault: SQLError.Code?

  /// Whether there was no room at the last attempt to write.
  var lacksRoom: Bool { fault == .full }

  /// Takes note of a transaction that failed; hands back what to log.
  mutating func failed(_ error: any Error) -> String? {
    let code = (error as? SQLError)?.code ?? .failed
    guard code != fault else { return nil }
    fault = code
    return "the database can't be used (\(code.rawValue)): \(error)"
  }

  /// Takes note of a transaction that was carried out; hands back what to log.
  ///
  /// - Parameter isReading: Whether it wrote nothing, which needs no room.
  mutating func succeeded(isReading: Bool) -> String? {
    guard fault != nil, !(isReading && lacksRoom) else { return nil }
    fault = nil
    return "the database can be used again"
  }
}
