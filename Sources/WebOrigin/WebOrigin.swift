/// Where a web server is: a scheme, a host, and perhaps a port, in the spelling that browsers use.
package struct WebOrigin: Hashable, Sendable {
  /// How it is spoken to.
  private enum Scheme: String, CaseIterable {
    case https
    case http

    var usualPort: Int { self == .https ? 443 : 80 }
  }

  /// The origin, `https://family.example`.
  package let text: String
  private let scheme: Scheme
  private let host: String

  /// Reads an origin as a person writes it.
  ///
  /// Takes `https://host` and `http://host`, with a port or without, in any case, with or without a slash
  /// at the end; a host is a name, an address, or an address in brackets. The scheme's own port is left
  /// out, as browsers do. Answers `nil` for anything else: a path, a user, a query, another scheme, a port
  /// that is none, a name in other letters than a browser sends.
  package init?(parsing written: String) {
    let lower = written.lowercased()
    let trimmed = lower.hasSuffix("/") ? lower.dropLast() : lower[...]
    guard let scheme = Scheme.allCases.first(where: { trimmed.hasPrefix($0.rawValue + "://") })
    else { return nil }
    let place = trimmed.dropFirst(scheme.rawValue.count + "://".count)
    guard let host = Self.host(place) else { return nil }
    let rest = place[host.endIndex...]
    var port: Int?
    if !rest.isEmpty {
      guard rest.first == ":", let number = Self.port(rest.dropFirst()) else { return nil }
      port = number == scheme.usualPort ? nil : number
    }
    self.scheme = scheme
    self.host = String(host)
    text = "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
  }

  /// Whether it is spoken to with TLS.
  package var isEncrypted: Bool { scheme == .https }

  /// Whether a machine takes it for a server's that may be told secrets: over a network only where nobody
  /// between can read them.
  package var keepsSecrets: Bool { isEncrypted || Self.ownNames.contains(host) }

  /// The names by which a machine reaches itself.
  private static let ownNames = ["localhost", "127.0.0.1", "[::1]"]

  /// The host that a text begins with.
  private static func host(_ text: Substring) -> Substring? {
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let address = text[..<end].dropFirst()
      let isAddress = address.allSatisfy { $0.isASCII && ($0.isHexDigit || ":.".contains($0)) }
      return isAddress && address.contains(":") ? text[...end] : nil
    }
    let host = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) }
    return host.first.map { $0.isLetter || $0.isNumber } == true ? host : nil
  }

  private static func port(_ text: Substring) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text),
      (1...65_535).contains(number)
    else { return nil }
    return number
  }
}
