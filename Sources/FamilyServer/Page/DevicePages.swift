import HTTPServer

/// A device: a code for choosing its apps, and taking its access away.
enum DevicePages {
  static let routes: [PageRoute] = [
    PageRoute("GET", "/devices/{id}/revoke", .parent(askToRevoke)),
    PageRoute("POST", "/devices/{id}/revoke", .parent(revoke)),
    PageRoute("GET", "/devices/{id}/configuration-code", .parent(goToChild)),
    PageRoute("POST", "/devices/{id}/configuration-code", .parent(configurationCode)),
  ]

  @Sendable private static func askToRevoke(
    _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    let device = try call.store.device(call.id("id"), in: family.id)
    guard device.revokedAt == nil else { return page.goOn(to: path(of: device)) }
    return RevokeView(
      context: page.context(call, family), device: device,
      child: try call.store.child(device.child, in: family)
    ).answer()
  }

  @Sendable private static func revoke(
    _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    let device = try call.store.device(call.id("id"), in: family.id)
    try call.store.revoke(device.id, in: family.id, at: call.now)
    return page.goOn(to: path(of: device), saying: .revoked)
  }

  @Sendable private static func goToChild(
    _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    page.goOn(to: path(of: try call.store.device(call.id("id"), in: family.id)))
  }

  @Sendable private static func configurationCode(
    _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    let device = try call.store.device(call.id("id"), in: family.id)
    let code = try call.store.configurationCode(for: device.id, in: family.id, at: call.now)
    return ConfigurationCodeView(
      context: page.context(call, family), device: device,
      child: try call.store.child(device.child, in: family), code: code
    ).answer()
  }

  private static func path(of device: Device) -> String { "/children/\(device.child.text)" }
}
