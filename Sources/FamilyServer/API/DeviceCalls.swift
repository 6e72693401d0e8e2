import CivilTime
import CompactJSON
import HTTPServer
import PolicyCore

/// What a child's device can ask for.
enum DeviceCalls {
  static let routes: [Route] = [
    Route("POST", "/v1/pair", .open(pair)),
    Route("POST", "/v1/device/configuration-unlock", .device(unlock)),
    Route("GET", "/v1/device/snapshot", .device(snapshot)),
    Route("POST", "/v1/device/status", .device(report)),
    Route("POST", "/v1/device/challenges", .device(challenge)),
    Route("POST", "/v1/device/challenges/{id}/submit", .device(submit)),
  ]

  @Sendable private static func pair(_ call: Call) throws -> HTTPResponse {
    var body = try call.body()
    let code = body.secret("code")
    let name = body.text("device_name")
    try body.end()
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

  @Sendable private static func unlock(_ call: Call, _ caller: Caller) throws -> HTTPResponse {
    var body = try call.body()
    let code = body.secret("code")
    try body.end()
    let end = try call.limited("unlock \(caller.device.text)") {
      try call.store.unlock(with: code, on: caller, at: call.now)
    }
    return .json(.object(["expires_at": JSON(end)]))
  }

  @Sendable private static func snapshot(_ call: Call, _ caller: Caller) throws -> HTTPResponse {
    let snapshot = try call.store.snapshot(for: caller, at: call.now)
    // What tells two snapshots apart but the time: the same tag is the same content.
    let tag =
      "\"\(snapshot.policyRevision)-\(snapshot.day)-\(snapshot.earnedMinutes)-\(snapshot.deviceID)\""
    let headers = ["ETag": tag, "Cache-Control": "private, no-cache"]
    if let known = call.request.header("If-None-Match"), Self.names(known, tag) {
      return HTTPResponse(status: 304, headers: headers)
    }
    var response = HTTPResponse.json(
      .object([
        "schema_version": JSON(snapshot.schemaVersion), "device_id": .text(snapshot.deviceID),
        "child_id": .text(snapshot.childID), "child_name": .text(snapshot.childName),
        "policy_revision": JSON(snapshot.policyRevision), "policy": JSON(snapshot.policy.fields),
        "day": .text(snapshot.day.description), "earned_minutes": JSON(snapshot.earnedMinutes),
        "server_time": .integer(snapshot.serverTime),
      ]))
    response.headers.merge(headers) { $1 }
    return response
  }

  /// Whether a list of tags, some of them weak, names one, or any.
  private static func names(_ list: String, _ tag: String) -> Bool {
    list.split(separator: ",").contains { entry in
      let entry = entry.drop { $0 == " " }
      return entry == "*" || (entry.hasPrefix("W/") ? entry.dropFirst(2) : entry) == tag
    }
  }

  @Sendable private static func report(_ call: Call, _ caller: Caller) throws -> HTTPResponse {
    var body = try call.body()
    let revision = body.number("policy_revision", in: 0...Int(Int32.max))
    let monitoring = body.word("monitoring", of: DeviceStatus.Monitoring.self)
    let shielded = body.flag("shielded")
    let detail = body.text("detail", atMost: DeviceStatus.longestDetail)
    let minutes = body.number("observed_minutes", in: 0...1440)
    let day = body.date("observed_day")
    try body.end()
    guard let monitoring, let day else { preconditionFailure("a body without problems is whole") }
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

  @Sendable private static func submit(_ call: Call, _ caller: Caller) throws -> HTTPResponse {
    var body = try call.body()
    let answers = body.list("answers", atMost: 200) { item in
      Answer(
        questionID: item.text("question_id"),
        value: item.number("value", in: -2_000_000...2_000_000))
    }
    try body.end()
    let result = try call.store.submit(
      answers, to: call.id("id"), from: caller, at: call.now)
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
