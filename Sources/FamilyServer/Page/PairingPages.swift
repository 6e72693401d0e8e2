import HTTPServer

/// Pairing a machine: a code for it, and what whoever sits at it reads.
enum PairingPages {
  /// The place that a QR code leads to; the code stands behind it as a fragment, which no browser sends.
  static let helpPath = "/pair"

  static let routes: [PageRoute] = [
    PageRoute("POST", "/children/{id}/pairing-code", .parent(pairingCode)),
    PageRoute("GET", "/children/{id}/pairing-code", .parent(goToChild)),
    PageRoute("GET", helpPath, .open(help)),
  ]

  @Sendable private static func pairingCode(
    _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    let child = try call.store.child(call.id("id"), in: family)
    let code = try call.store.pairingCode(for: child.id, in: family.id, at: call.now)
    return PairingCodeView(
      context: page.context(call, family), family: family,
      summary: try ChildSummary(child, from: call.store, at: call.now), code: code
    ).answer()
  }

  @Sendable private static func goToChild(
    _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    page.goOn(to: "/children/\(try call.store.child(call.id("id"), in: family).id.text)")
  }

  @Sendable private static func help(_ page: ParentPage, _ call: Call) throws -> HTTPResponse {
    PairHelpView(context: page.context(call, nil)).answer()
  }
}
