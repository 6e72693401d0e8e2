/// Where a family's server is: a scheme, a host, and perhaps a port; anchored once a machine is paired.
package struct ServerOrigin: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The origin, `https://family.example`.
  package let description: String

  /// Reads an origin.
  ///
  /// Takes `https://host` and `https://host:port`, with or without a slash at the end; `http` only for this
  /// machine itself, where nobody listens in between.
  ///
  /// - Throws: `invalid` for anything else: a path, a user, a query, another scheme.
  package init(parsing text: String) throws(DeviceError) {
    let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
    for scheme in ["https://", "http://"] where trimmed.hasPrefix(scheme) {
      let rest = trimmed.dropFirst(scheme.count)
      let allowed = rest.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || ".-:[]".contains($0))
      }
      guard !rest.isEmpty, allowed else { break }
      guard scheme == "https://" || Self.isThisMachine(rest) else {
        throw DeviceError(
          .invalid, "\(text) is not encrypted: anybody between could read the token",
          hint: "use https://, or a server on this machine")
      }
      description = trimmed
      return
    }
    throw DeviceError(
      .invalid, "\"\(text.prefix(80))\" is no server",
      hint: "a scheme and a host: https://family.example")
  }

  private static func isThisMachine(_ host: Substring) -> Bool {
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    return ["localhost", "127.0.0.1", "[::1]"].contains(String(name))
  }

  /// Reads an origin from a document.
  package init(from decoder: any Decoder) throws {
    try self.init(parsing: String(from: decoder))
  }

  /// Writes the origin.
  package func encode(to encoder: any Encoder) throws {
    try description.encode(to: encoder)
  }
}
