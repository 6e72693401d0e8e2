import CivilTime
import CompactJSON
import HTTPServer
import PolicyCore

/// What a parent can ask for.
enum ParentCalls {
  static let routes: [Route] = [
    Route(
      Operation(
        "GET", "/v1/parent/family", "get_family", "Shows the policy and the children",
        answers: [
          .init(
            status: 200, text: "The family as it is now.",
            body: .object([
              Property("revision", .revision("The policy's revision; it only grows.")),
              Property("policy", .policy), Property("children", .list(of: .child)),
            ]).named("Family"),
            links: [
              .init(
                operation: "set_policy", text: "Change the policy that was read.",
                body: .object([
                  "expected_revision": .text("$response.body#/revision"),
                  "policy": .text("$response.body#/policy"),
                ])),
              .init(
                operation: "set_overrides", text: "Change the first child's own values.",
                parameters: ["child_id": "$response.body#/children/0/child_id"],
                body: .object([
                  "expected_revision": .text("$response.body#/revision"),
                  "overrides": .text("$response.body#/children/0/overrides"),
                ])),
            ])
        ]), from: .parent, family),
    Route(
      Operation(
        "PUT", "/v1/parent/policy", "set_policy", "Replaces the policy",
        """
        It holds for all children at once. One that is wrong for one child only, beside that child's own \
        values, is refused for all (`invalid`). Challenges that are open end with it.
        """,
        answers: [
          .init(
            status: 200, text: "The policy that holds now.",
            body: .object([
              Property("revision", .revision("The new revision.")), Property("policy", .policy),
            ]).named("ChangedPolicy"))
        ], refusals: [.revisionConflict, .timezoneLocked]),
      from: .parent,
      reading: RequestBody(.expectedRevision, .policy("policy", "The new policy.")),
      setPolicy),
    Route(
      Operation(
        "POST", "/v1/parent/children", "add_child", "Adds a child",
        "It inherits the whole policy. A family has at most 100 children.",
        answers: [
          .init(
            status: 201, text: "The child.",
            body: .object([
              Property("child_id", .id("The child's id.")),
              Property("name", .name("The child's name, without spaces around it.")),
            ]).named("AddedChild"),
            links: [
              .init(
                operation: "create_pairing_code", text: "Pair a device for the child.",
                parameters: ["child_id": "$response.body#/child_id"]),
              .init(
                operation: "set_overrides", text: "Give the child values of its own.",
                parameters: ["child_id": "$response.body#/child_id"]),
            ])
        ], refusals: [.familyFull]),
      from: .parent,
      reading: RequestBody(.name("name", "What the child is called.", example: "Mia")), addChild),
    Route(
      Operation(
        "PUT", "/v1/parent/children/{child_id}/overrides", "set_overrides",
        "Replaces a child's own values",
        "What is left out is inherited again. Challenges that are open in the family end with it.",
        answers: [
          .init(
            status: 200, text: "What holds for the child now.",
            body: .object([
              Property("revision", .revision("The new revision.")),
              Property("overrides", .overrides), Property("effective_policy", .policy),
            ]).named("ChangedOverrides"))
        ], refusals: [.notFound, .revisionConflict]),
      from: .parent,
      reading: RequestBody(
        .expectedRevision, .overrides("overrides", "The child's own values.")),
      setOverrides),
    Route(
      Operation(
        "POST", "/v1/parent/children/{child_id}/pairing-code", "create_pairing_code",
        "Makes a code that pairs one device",
        answers: [
          .init(
            status: 201, text: "The code.", body: .issuedCode,
            links: [
              .init(
                operation: "pair", text: "Pair a device with the code.",
                body: .object([
                  "code": .text("$response.body#/code"), "device_name": .text("Laptop"),
                ]))
            ])
        ], refusals: [.notFound]), from: .parent, pairingCode),
    Route(
      Operation(
        "POST", "/v1/parent/devices/{device_id}/configuration-code", "create_configuration_code",
        "Makes a code that lets one device's apps be selected once",
        "A revoked device is not there for this.",
        answers: [
          .init(
            status: 201, text: "The code.", body: .issuedCode,
            links: [
              .init(
                operation: "unlock_configuration", text: "Use the code on the device.",
                body: .object(["code": .text("$response.body#/code")]))
            ])
        ], refusals: [.notFound]), from: .parent, configurationCode),
    Route(
      Operation(
        "DELETE", "/v1/parent/devices/{device_id}", "revoke_device", "Ends a device's access",
        "A second time changes nothing. What the device enforces stays as it is.",
        answers: [.init(status: 204, text: "The device has no access any more.")],
        refusals: [.notFound]), from: .parent, revoke),
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

  @Sendable private static func setPolicy(
    _ call: Call, _ family: Family, _ revision: Int, _ policy: FamilyPolicy
  ) throws -> HTTPResponse {
    let changed = try call.store.setPolicy(policy, of: family.id, expecting: revision)
    return .json(
      .object(["revision": JSON(changed.revision), "policy": JSON(changed.policy.fields)]))
  }

  @Sendable private static func addChild(
    _ call: Call, _ family: Family, _ name: String
  ) throws -> HTTPResponse {
    let child = try call.store.addChild(name: name, to: family.id, at: call.now)
    return .json(201, .object(["child_id": .text(child.id.text), "name": .text(child.name)]))
  }

  @Sendable private static func setOverrides(
    _ call: Call, _ family: Family, _ revision: Int, _ overrides: PolicyOverrides
  ) throws -> HTTPResponse {
    let changed = try call.store.setOverrides(
      overrides, of: call.id("child_id"), in: family.id, expecting: revision)
    return .json(
      .object([
        "revision": JSON(changed.revision), "overrides": JSON(changed.child.overrides.fields),
        "effective_policy": JSON(changed.child.policy.fields),
      ]))
  }

  @Sendable private static func pairingCode(
    _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    .code(try call.store.pairingCode(for: call.id("child_id"), in: family.id, at: call.now))
  }

  @Sendable private static func configurationCode(
    _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    .code(
      try call.store.configurationCode(for: call.id("device_id"), in: family.id, at: call.now))
  }

  @Sendable private static func revoke(_ call: Call, _ family: Family) throws -> HTTPResponse {
    try call.store.revoke(call.id("device_id"), in: family.id, at: call.now)
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
