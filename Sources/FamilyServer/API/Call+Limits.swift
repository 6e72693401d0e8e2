/// A failure that is to be counted though the call it ends is undone.
struct CountedFailure: Error {
  /// What the call ends with.
  let error: FamilyError
  /// Who failed at what.
  let subject: String
}

extension Call {
  /// Does something that a stranger may try to guess his way through.
  ///
  /// - Throws: `tooMany` where `subject` has failed too often lately, even if it would succeed now;
  ///   a failure that the caller counts.
  func limited<Result>(_ subject: String, _ body: () throws -> Result) throws -> Result {
    try store.checkAttempts(of: subject, at: now)
    do {
      return try body()
    } catch let error as FamilyError where error.code != .invalid {
      throw CountedFailure(error: error, subject: subject)
    }
  }
}
