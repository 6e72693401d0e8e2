import WebOrigin

/// Where a family's server is, so that a machine may tell it secrets; anchored once the machine is paired.
package struct ServerOrigin: Hashable, Codable, Sendable, CustomStringConvertible {
  private let origin: WebOrigin

  /// Reads an origin; `http` is for this machine itself only, where nobody listens in between.
  ///
  /// - Throws: `invalid` for what is no origin, and for one that anybody between could read along with.
  package init(parsing text: String) throws(DeviceError) {
    guard let origin = WebOrigin(parsing: text) else {
      throw DeviceError(
        .invalid, "\"\(text.prefix(80))\" is no server",
        hint: "a scheme and a host: https://family.example")
    }
    guard origin.keepsSecrets else {
      throw DeviceError(
        .invalid, "\(text) is not encrypted: anybody between could read the token",
        hint: "use https://, or a server on this machine")
    }
    self.origin = origin
  }

  /// The origin, `https://family.example`.
  package var description: String { origin.text }

  /// Whether it is spoken to with TLS.
  package var isEncrypted: Bool { origin.isEncrypted }

  /// Reads an origin from a document.
  package init(from decoder: any Decoder) throws {
    try self.init(parsing: String(from: decoder))
  }

  /// Writes the origin.
  package func encode(to encoder: any Encoder) throws {
    try description.encode(to: encoder)
  }
}
