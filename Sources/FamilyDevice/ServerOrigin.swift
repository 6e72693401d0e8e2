/// Where a family's server is: a scheme, a host, and perhaps a port; anchored once a machine is paired.
package struct ServerOrigin: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The origin, `https://family.example`.
  package let description: String

  /// Reads an origin.
  ///
  /// Takes `https://host` and `https://host:port`, in any case, with or without a slash at the end; a host
  /// is a name, an address, or an address in brackets. `http` is for this machine itself only, where nobody
  /// listens in between.
  ///
  /// - Throws: `invalid` for anything else: a path, a user, a query, another scheme, a port that is none.
  package init(parsing text: String) throws(DeviceError) {
    let lower = text.lowercased()
    let trimmed = lower.hasSuffix("/") ? String(lower.dropLast()) : lower
    guard let scheme = ["https://", "http://"].first(where: trimmed.hasPrefix),
      let host = Self.host(of: trimmed.dropFirst(scheme.count))
    else {
      throw DeviceError(
        .invalid, "\"\(text.prefix(80))\" is no server",
        hint: "a scheme and a host: https://family.example")
    }
    guard scheme == "https://" || Self.ownNames.contains(host) else {
      throw DeviceError(
        .invalid, "\(text) is not encrypted: anybody between could read the token",
        hint: "use https://, or a server on this machine")
    }
    description = trimmed
  }

  /// Whether it is spoken to with TLS.
  package var isEncrypted: Bool { description.hasPrefix("https://") }

  /// The names of this machine.
  private static let ownNames = ["localhost", "127.0.0.1", "[::1]"]

  /// The host of `host` or `host:port`; `nil` where one of them is none.
  private static func host(of text: Substring) -> String? {
    let host: Substring
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = text[...end]
      let address = host.dropFirst().dropLast()
      guard !address.isEmpty, address.allSatisfy({ $0.isHexDigit || ":.".contains($0) }) else {
        return nil
      }
    } else {
      host = text.prefix { $0 != ":" }
      let isName = host.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0))
      }
      guard isName, host.first?.isPunctuation == false else { return nil }
    }
    let rest = text[host.endIndex...]
    if !rest.isEmpty {
      guard rest.first == ":", let port = Int(rest.dropFirst()), (1...65_535).contains(port),
        rest.dropFirst().allSatisfy(\.isNumber)
      else { return nil }
    }
    return String(host)
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
