import CivilTime
import CompactJSON
import HTTPServer
import PolicyCore

/// What a parent can ask for.
enum ParentCalls {
  static let routes: [Route] = [
    Route("GET", "/v1/parent/family", .parent(family)),
    Route("PUT", "/v1/parent/policy", .parent(setPolicy)),
    Route("POST", "/v1/parent/children", .parent(addChild)),
    Route("PUT", "/v1/parent/children/{id}/overrides", .parent(setOverrides)),
    Route("POST", "/v1/parent/children/{id}/pairing-code", .parent(pairingCode)),
    Route("POST", "/v1/parent/devices/{id}/configuration-code", .parent(configurationCode)),
    Route("DELETE", "/v1/parent/devices/{id}", .parent(revoke)),
  ]

  @Sendable private static func family(_ call: Call, _ family: Family) throws -> HTTPResponse {
    let children = try call.store.children(of: family).map { child in
      let day = Moment(call.now, in: child.policy.zone).date
      return JSON.object([
        "child_id": .text(child.id.text), "name": .text(child.name),
        "overrides": JSON(child.overrides.fields), "effective_policy": JSON(child.policy.fields),
        "devices": .list(try call.store.devices(of: child.id).map(JSON.init)),
        "day": .text(day.description),
        "earned_minutes": JSON(try call.store.earnedMinutes(of: child, on: day)),
      ])
    }
    return .json(
      .object([
        "revision": JSON(family.revision), "policy": JSON(family.policy.fields),
        "children": .list(children),
      ]))
  }

  @Sendable private static func setPolicy(_ call: Call, _ family: Family) throws -> HTTPResponse {
    var body = try call.body()
    let revision = body.number("expected_revision", in: 0...Int(Int32.max))
    let fields = body.policyFields("policy")
    var policy: FamilyPolicy?
    do {
      policy = try FamilyPolicy(fields: fields)
    } catch {
      if body.problems.isEmpty || !fields.isEmpty { body.add(error, in: "policy") }
    }
    try body.end()
    guard let policy else { preconditionFailure("a policy without problems is one") }
    let changed = try call.store.setPolicy(policy, of: family.id, expecting: revision)
    return .json(
      .object(["revision": JSON(changed.revision), "policy": JSON(changed.policy.fields)]))
  }

  @Sendable private static func addChild(_ call: Call, _ family: Family) throws -> HTTPResponse {
    var body = try call.body()
    let name = body.text("name")
    try body.end()
    let child = try call.store.addChild(name: name, to: family.id, at: call.now)
    return .json(201, .object(["child_id": .text(child.id.text), "name": .text(child.name)]))
  }

  @Sendable private static func setOverrides(
    _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    var body = try call.body()
    let revision = body.number("expected_revision", in: 0...Int(Int32.max))
    let fields = body.policyFields("overrides")
    var overrides: PolicyOverrides?
    do {
      overrides = try PolicyOverrides(fields: fields)
    } catch {
      body.add(error, in: "overrides")
    }
    try body.end()
    guard let overrides else { preconditionFailure("overrides without problems are some") }
    let changed = try call.store.setOverrides(
      overrides, of: call.id("id"), in: family.id, expecting: revision)
    return .json(
      .object([
        "revision": JSON(changed.revision), "overrides": JSON(changed.child.overrides.fields),
        "effective_policy": JSON(changed.child.policy.fields),
      ]))
  }

  @Sendable private static func pairingCode(
    _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    .code(try call.store.pairingCode(for: call.id("id"), in: family.id, at: call.now))
  }

  @Sendable private static func configurationCode(
    _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    .code(try call.store.configurationCode(for: call.id("id"), in: family.id, at: call.now))
  }

  @Sendable private static func revoke(_ call: Call, _ family: Family) throws -> HTTPResponse {
    try call.store.revoke(call.id("id"), in: family.id, at: call.now)
    return .noContent
  }
}

extension HTTPResponse {
  fileprivate static func code(_ issued: IssuedCode) -> HTTPResponse {
    .json(
      201,
      .object(["code": .text(issued.code.text), "expires_at": JSON(issued.expiresAt)]))
  }
}

extension JSON {
  fileprivate init(_ device: Device) {
    self = .object([
      "device_id": .text(device.id.text), "name": .text(device.name),
      "paired_at": JSON(device.pairedAt), "revoked_at": JSON(device.revokedAt),
      "last_status": device.lastStatus.map(JSON.init) ?? .null,
    ])
  }

  private init(_ received: ReceivedStatus) {
    let status = received.status
    self = .object([
      "policy_revision": JSON(status.policyRevision),
      "monitoring": .text(status.monitoring.rawValue), "shielded": .bool(status.shielded),
      "detail": .text(status.detail), "observed_minutes": JSON(status.observedMinutes),
      "observed_day": .text(status.observedDay.description),
      "reported_at": JSON(received.reportedAt),
    ])
  }
}
