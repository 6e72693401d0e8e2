import Glibc

/// What a child earns.
extension ChildDevice {
  /// How long each further attempt to submit waits, where the server can't be reached.
  private static let pauses: [Duration] = [.zero, .milliseconds(500), .seconds(2)]

  /// The challenge that can be answered now.
  package func challenge() throws(DeviceError) -> Challenge {
    try asking(as: try requireCredentials()) { client throws(DeviceError) in
      try client.challenge()
    }
  }

  /// Submits answers; what they earned counts as soon as the server's next word has come.
  ///
  /// Where the answer is lost the same is submitted again: the server grades a challenge once and tells its
  /// result as often as it is asked. What has no answer by then is kept, and submitted by the next `sync`.
  ///
  /// - Throws: `challengeOver` where it can't be answered any more; `serverUnreachable` with the answers kept.
  package func submit(
    _ answers: [Int], to challenge: Challenge
  ) throws(DeviceError) -> ChallengeOutcome {
    let credentials = try requireCredentials()
    let submission = PendingSubmission(
      device: credentials.device, challenge: challenge.id,
      answers: zip(challenge.questions, answers).map { .init(question: $0.id, value: $1) })
    // Without room for them they are submitted all the same, and only this process knows them.
    let isKept = (try? files.submission.write(submission)) != nil
    var last: DeviceError?
    for pause in Self.pauses {
      usleep(UInt32(pause / .microseconds(1)))
      do {
        return try deliver(submission, for: credentials)
      } catch {
        guard error.code == .serverUnreachable || error.code == .badAnswer else { throw error }
        last = error
      }
    }
    throw DeviceError(
      .serverUnreachable, last?.message ?? "the server doesn't answer",
      hint: isKept
        ? "the answers are kept: family-device challenge or sync submits them again"
        : "start family-device challenge again within ten minutes: the same questions wait")
  }

  /// Submits answers that were kept; `nil` where there are none, and where nobody can say yet what they
  /// earned.
  ///
  /// - Throws: `serverUnreachable` and `revoked`, with the answers kept.
  func deliverPending(for credentials: Credentials) throws(DeviceError) -> LateOutcome? {
    guard let submission = try keptSubmission() else { return nil }
    guard submission.device == credentials.device else {
      // Another pairing's: nobody will ever say what they earned.
      try files.submission.remove()
      return nil
    }
    do {
      return .graded(try deliver(submission, for: credentials))
    } catch {
      switch error.code {
      case .challengeOver, .refused: return .tooLate(error.message)
      case .serverUnreachable, .revoked: throw error
      // They must not keep the server's word from being heard.
      default: return nil
      }
    }
  }

  /// The answers that wait; those that nobody can read any more are let go.
  private func keptSubmission() throws(DeviceError) -> PendingSubmission? {
    do {
      return try files.submission.read()
    } catch {
      try files.submission.remove()
      return nil
    }
  }

  /// Submits answers, and forgets them once the server has said what it makes of them.
  private func deliver(
    _ submission: PendingSubmission, for credentials: Credentials
  ) throws(DeviceError) -> ChallengeOutcome {
    do {
      let outcome = try asking(as: credentials) { client throws(DeviceError) in
        try client.submit(submission)
      }
      try files.submission.remove()
      return outcome
    } catch {
      if error.code == .challengeOver || error.code == .refused {
        try files.submission.remove()
      }
      throw error
    }
  }
}
