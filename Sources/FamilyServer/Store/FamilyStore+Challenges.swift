package import CivilTime
import Database
import PolicyCore

extension FamilyStore {
  /// How long a challenge can be answered.
  private static let challengeLife = Duration.seconds(600)
  /// The most challenges that a device is given on a day.
  package static let mostChallenges = 100

  /// Gives a device its challenge: the one that it has and may still answer, or a new one.
  ///
  /// - Throws: `tooMany` after a hundred on one day, until the next one.
  package func challenge(for caller: Caller, at now: Instant) throws -> OpenChallenge {
    let moment = Moment(now, in: caller.policy.zone)
    if let open = try openChallenge(of: caller, at: moment) { return open }
    let made = try connection.run(
      "SELECT COUNT(*) FROM challenge WHERE device_id = $1 AND day = $2",
      [.text(caller.device.text), .text(moment.date.description)])[0].integer(0)
    guard made < Self.mostChallenges else {
      var error = FamilyError(
        .tooMany,
        "a device is given \(Self.mostChallenges) challenges a day; tomorrow there are more")
      error.retryAfter = Int((moment.nextMidnight - now).wholeSeconds) + 1
      throw error
    }
    var source = SystemRandomness()
    let challenge = OpenChallenge(
      id: ChallengeID.random(),
      questions: Question.challenge(by: caller.policy, using: &source),
      expiresAt: min(now + Self.challengeLife, moment.nextMidnight),
      rewardMinutes: caller.policy.rewardMinutes, day: moment.date, isNew: true)
    try connection.run(
      """
      INSERT INTO challenge
        (id, family_id, device_id, child_id, day, revision, reward_minutes, expires_at, questions)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """,
      [
        .text(challenge.id.text), .text(caller.family.text), .text(caller.device.text),
        .text(caller.child.text), .text(challenge.day.description), SQLValue(caller.revision),
        SQLValue(challenge.rewardMinutes), .integer(challenge.expiresAt.seconds),
        .text(Question.text(of: challenge.questions)),
      ])
    return challenge
  }

  /// Grades a submission and grants what it earned, once.
  ///
  /// A challenge that was finished answers what it answered then, whatever is submitted now
  /// (decision F4).
  ///
  /// - Throws: `notFound` for another device's challenge; `challengeWrongDay`, `challengeSuperseded`,
  ///   `challengeExpired`; `invalid`, which consumes nothing.
  package func submit(
    _ answers: [Answer], to challenge: ChallengeID, from caller: Caller, at now: Instant
  ) throws -> ChallengeResult {
    let rows = try connection.run(
      "SELECT day, revision, expires_at, questions, reward_minutes, result FROM challenge"
        + " WHERE id = $1 AND device_id = $2",
      [.text(challenge.text), .text(caller.device.text)])
    guard let row = rows.first else { throw FamilyError.notFound("challenge") }
    if let finished = row.optionalText(5) { return try decode(ChallengeResult.self, finished) }
    let day = Moment(now, in: caller.policy.zone).date
    guard row.text(0) == day.description else {
      throw FamilyError(
        .challengeWrongDay, "the challenge was made on \(row.text(0)), and today is \(day)")
    }
    guard row.integer(1) == caller.revision else {
      throw FamilyError(.challengeSuperseded, "the policy changed since the challenge was made")
    }
    guard now.seconds < row.integer(2) else {
      throw FamilyError(
        .challengeExpired, "the challenge could be answered for ten minutes, which are over")
    }
    let questions = try questions(row.text(3))
    let right = try Answer.countRight(answers, to: questions)
    let passed = right == questions.count
    let granted =
      passed ? try grant(row.integer(4), for: challenge, to: caller, on: day, at: now) : nil
    let result = ChallengeResult(
      challengeID: challenge.text, passed: passed, correctCount: right,
      requiredCount: questions.count, awardedMinutes: granted?.minutes ?? 0,
      rewardID: granted?.id, day: day)
    try connection.run(
      "UPDATE challenge SET result = $1 WHERE id = $2",
      [.text(encode(result)), .text(challenge.text)])
    return result
  }

  private func grant(
    _ reward: Int, for challenge: ChallengeID, to caller: Caller, on day: CivilDate, at now: Instant
  ) throws -> (id: String, minutes: Int)? {
    let minutes = Reward.award(
      reward: reward, cap: caller.policy.dailyBonusCapMinutes,
      earned: try grantedMinutes(to: caller.child, on: day))
    guard minutes > 0 else { return nil }
    let id = Randomness.text(bits: 96)
    try connection.run(
      "INSERT INTO reward (id, family_id, child_id, challenge_id, day, minutes, created_at)"
        + " VALUES ($1, $2, $3, $4, $5, $6, $7)",
      [
        .text(id), .text(caller.family.text), .text(caller.child.text), .text(challenge.text),
        .text(day.description), SQLValue(minutes), .integer(now.seconds),
      ])
    return (id, minutes)
  }

  private func questions(_ text: String) throws(SQLError) -> [Question] {
    guard let questions = Question.list(from: text) else {
      throw SQLError(code: .damaged, message: "a challenge's stored questions are not readable")
    }
    return questions
  }

  private func openChallenge(of caller: Caller, at moment: Moment) throws -> OpenChallenge? {
    let rows = try connection.run(
      """
      SELECT id, questions, expires_at, reward_minutes FROM challenge
      WHERE device_id = $1 AND day = $2 AND revision = $3 AND expires_at > $4 AND result IS NULL
      ORDER BY expires_at DESC LIMIT 1
      """,
      [
        .text(caller.device.text), .text(moment.date.description), SQLValue(caller.revision),
        .integer(moment.instant.seconds),
      ])
    guard let row = rows.first else { return nil }
    return OpenChallenge(
      id: ChallengeID(row.text(0)), questions: try questions(row.text(1)),
      expiresAt: Instant(seconds: Int64(row.integer(2))), rewardMinutes: row.integer(3),
      day: moment.date, isNew: false)
  }
}
