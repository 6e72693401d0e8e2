import CivilTime
import CompactJSON
import HTTPServer
import PolicyCore

/// What a child's device can ask for.
enum DeviceCalls {
  static let routes: [Route] = [
    Route(
      Operation(
        "POST", "/v1/pair", "pair", "Pairs a device",
        "The code is used up, and the token is shown this once.",
        answers: [
          .init(
            status: 201, text: "The device, and its token.",
            body: .object([
              Property("device_id", .id("The device's id.")),
              Property("child_id", .id("The child whose device it is now.")),
              Property("token", .secret(44, "The device's token.")),
            ]).named("Paired"),
            links: [
              .init(
                operation: "create_configuration_code", text: "Let the device's apps be selected.",
                parameters: ["device_id": "$response.body#/device_id"]),
              .init(
                operation: "revoke_device", text: "End the device's access.",
                parameters: ["device_id": "$response.body#/device_id"]),
            ])
        ], refusals: [.notFound, .codeUsed, .codeExpired, .tooMany]),
      from: .none,
      reading: RequestBody(
        .secret("code", "A pairing code.", example: "Zr8kQe0vT3mXw5bYh7NaPd9s"),
        .name("device_name", "What the device is called.", example: "Laptop")),
      pair),
    Route(
      Operation(
        "POST", "/v1/device/configuration-unlock", "unlock_configuration",
        "Uses a code for selecting the device's apps once", "Another device's code is not there.",
        answers: [
          .init(
            status: 200, text: "The apps can be selected until then.",
            body: .object([Property("expires_at", .instant("When the selecting ends."))])
              .named("Unlocked"))
        ], refusals: [.notFound, .codeUsed, .codeExpired, .tooMany]),
      from: .device,
      reading: RequestBody(
        .secret(
          "code", "A configuration code for this device.", example: "Zr8kQe0vT3mXw5bYh7NaPd9s")),
      unlock),
    Route(
      Operation(
        "GET", "/v1/device/snapshot", "get_snapshot", "Shows what holds for the device now",
        answers: [
          .init(
            status: 200, text: "What holds now.", body: .snapshot, headers: [.tag],
            links: [
              .init(
                operation: "report_status", text: "Report that the revision is enforced.",
                body: .object([
                  "policy_revision": .text("$response.body#/policy_revision"),
                  "monitoring": .text("active"), "shielded": .bool(false), "detail": .text(""),
                  "observed_minutes": .integer(0), "observed_day": .text("$response.body#/day"),
                ])),
              .init(
                operation: "create_configuration_code", text: "Let the device's apps be selected.",
                parameters: ["device_id": "$response.body#/device_id"]),
            ]),
          .init(
            status: 304, text: "What `If-None-Match` names still holds.", headers: [.tag]),
        ]), from: .device, snapshot),
    Route(
      Operation(
        "POST", "/v1/device/status", "report_status", "Reports what the device enforces",
        "It acknowledges what is enforced, not what was received.",
        answers: [.init(status: 204, text: "The report was kept, in place of the one before.")]),
      from: .device, reading: status, report),
    Route(
      Operation(
        "POST", "/v1/device/challenges", "start_challenge", "Gives the device its challenge",
        """
        One that was given and can still be answered is given again. A device is given at most 100 a \
        day.
        """,
        answers: [
          .init(
            status: 200, text: "The challenge that was given before.", body: .challenge,
            links: [submitting]),
          .init(status: 201, text: "A new challenge.", body: .challenge, links: [submitting]),
        ], refusals: [.tooMany]), from: .device, challenge),
    Route(
      Operation(
        "POST", "/v1/device/challenges/{challenge_id}/submit", "submit_challenge",
        "Answers a challenge",
        """
        Every question has to be answered exactly once; a submission that isn't so is refused \
        (`invalid`) and consumes nothing. One that was graded is answered the same again, whatever is \
        submitted then.
        """,
        answers: [.init(status: 200, text: "What became of it.", body: .result)],
        refusals: [
          .notFound, .challengeExpired, .challengeSuperseded, .challengeWrongDay,
        ]),
      from: .device, reading: submission, submit),
  ]

  private static let status = RequestBody(
    .number(
      "policy_revision", Schema.revisions,
      "The revision that is enforced.",
      example: 1),
    .word(
      "monitoring",
      """
      `active`: the plan is registered. `failed`: it could not be, and the apps are shielded. \
      `not_configured`: no apps are selected.
      """, example: DeviceStatus.Monitoring.active),
    .flag("shielded", "Whether the apps are shielded."),
    .text(
      "detail", 0...DeviceStatus.longestDetail, "What a person should know beyond that.",
      example: ""),
    .number("observed_minutes", 0...1440, "The minutes of use that were seen.", example: 12),
    .date("observed_day", "The family's day that they belong to."))

  /// No right answer comes near the bounds.
  private static let answer = RequestBody(
    .text("question_id", 1...80, "The question.", example: "q7Wd2k_A"),
    .number("value", -2_000_000...2_000_000, "The answer.", example: 56))

  private static let submission = RequestBody(
    .list(
      "answers", of: answer, PolicyField.challengeQuestions.range ?? 1...1,
      "An answer to every question, each once.", make: Answer.init))

  private static let submitting = Operation.Link(
    operation: "submit_challenge", text: "Answer the challenge, here one of a single question.",
    parameters: ["challenge_id": "$response.body#/challenge_id"],
    body: .object([
      "answers": .list([
        .object([
          "question_id": .text("$response.body#/questions/0/question_id"), "value": .integer(7),
        ])
      ])
    ]))

  @Sendable private static func pair(
    _ call: Call, _: Void, _ code: Secret, _ name: String
  ) throws -> HTTPResponse {
    let paired = try call.limited("pair \(call.request.peer)") {
      try call.store.pair(with: code, name: name, at: call.now)
    }
    return .json(
      201,
      .object([
        "device_id": .text(paired.device.text), "child_id": .text(paired.child.text),
        "token": .text(paired.token.text),
      ]))
  }

  @Sendable private static func unlock(
    _ call: Call, _ caller: Caller, _ code: Secret
  ) throws -> HTTPResponse {
    let end = try call.limited("unlock \(caller.device.text)") {
      try call.store.unlock(with: code, on: caller, at: call.now)
    }
    return .json(.object(["expires_at": JSON(end)]))
  }

  @Sendable private static func snapshot(_ call: Call, _ caller: Caller) throws -> HTTPResponse {
    let snapshot = try call.store.snapshot(for: caller, at: call.now)
    let told = ToldSnapshot(snapshot, at: Moment(call.now, in: caller.policy.zone))
    if let token = call.request.bearer {
      call.store.keep(told, toldToTokenHash: token.hash, at: call.now)
    }
    return told.answer(to: call.request, at: call.now)
  }

  @Sendable private static func report(
    _ call: Call, _ caller: Caller, _ revision: Int, _ monitoring: DeviceStatus.Monitoring,
    _ shielded: Bool, _ detail: String, _ minutes: Int, _ day: CivilDate
  ) throws -> HTTPResponse {
    try call.store.report(
      DeviceStatus(
        policyRevision: revision, monitoring: monitoring, shielded: shielded, detail: detail,
        observedMinutes: minutes, observedDay: day), from: caller, at: call.now)
    return .noContent
  }

  @Sendable private static func challenge(_ call: Call, _ caller: Caller) throws -> HTTPResponse {
    let challenge = try call.store.challenge(for: caller, at: call.now)
    return .json(
      challenge.isNew ? 201 : 200,
      .object([
        "challenge_id": .text(challenge.id.text),
        "questions": .list(
          challenge.questions.map {
            .object(["question_id": .text($0.id), "prompt": .text($0.prompt)])
          }),
        "expires_at": JSON(challenge.expiresAt), "reward_minutes": JSON(challenge.rewardMinutes),
        "day": .text(challenge.day.description),
      ]))
  }

  @Sendable private static func submit(
    _ call: Call, _ caller: Caller, _ answers: [Answer]
  ) throws -> HTTPResponse {
    let result = try call.store.submit(
      answers, to: call.id("challenge_id"), from: caller, at: call.now)
    return .json(
      .object([
        "challenge_id": .text(result.challengeID), "passed": .bool(result.passed),
        "correct_count": JSON(result.correctCount), "required_count": JSON(result.requiredCount),
        "awarded_minutes": JSON(result.awardedMinutes),
        "reward_id": result.rewardID.map(JSON.text) ?? .null,
        "day": .text(result.day.description),
      ]))
  }
}
