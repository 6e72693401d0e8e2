package import ScreenTimeModel

/// What the shield of an app says now; what `shield show --json` prints.
///
/// Every field is there; the texts are `null` where there is no shield, or no such button.
package struct ShieldReport: Sendable, Hashable {
  /// The app.
  package let app: ApplicationToken
  /// Whether it is under a shield.
  package let shielded: Bool
  /// What the shield shows.
  package let content: ShieldContent

  /// Makes a report.
  package init(app: ApplicationToken, shielded: Bool, content: ShieldContent) {
    self.app = app
    self.shielded = shielded
    self.content = content
  }
}

/// One flat object, with `null` for what the shield doesn't have.
extension ShieldReport: Codable {
  private enum CodingKeys: String, CodingKey {
    case app
    case shielded
    case title
    case subtitle
    case primaryButton
    case secondaryButton
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      app: try container.decode(ApplicationToken.self, forKey: .app),
      shielded: try container.decode(Bool.self, forKey: .shielded),
      content: ShieldContent(
        title: try container.decodeIfPresent(String.self, forKey: .title),
        subtitle: try container.decodeIfPresent(String.self, forKey: .subtitle),
        primaryButton: try container.decodeIfPresent(String.self, forKey: .primaryButton),
        secondaryButton: try container.decodeIfPresent(String.self, forKey: .secondaryButton)))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(app, forKey: .app)
    try container.encode(shielded, forKey: .shielded)
    try container.encode(content.title, forKey: .title)
    try container.encode(content.subtitle, forKey: .subtitle)
    try container.encode(content.primaryButton, forKey: .primaryButton)
    try container.encode(content.secondaryButton, forKey: .secondaryButton)
  }
}
