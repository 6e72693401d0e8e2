/// Where parents reach the page, as a browser writes it where it says whose page sends a form.
package struct PageOrigin: Hashable, Sendable {
  /// The origin, `https://family.example`.
  package let text: String

  /// Reads an origin as a person writes it.
  ///
  /// Takes `https://host` and `http://host`, with a port or without, in any case, with or without a slash
  /// at the end; the scheme's own port is left out, as browsers do. Answers `nil` for anything else: a path,
  /// a user, a query, another scheme, a name in other letters than a browser sends.
  package init?(parsing written: String) {
    let lower = written.lowercased()
    let text = lower.hasSuffix("/") ? lower.dropLast() : lower[...]
    let schemes = [("https://", "443"), ("http://", "80")]
    guard let (scheme, usual) = schemes.first(where: { text.hasPrefix($0.0) }) else { return nil }
    let place = text.dropFirst(scheme.count)
    guard let host = Self.host(place) else { return nil }
    let rest = place[host.endIndex...]
    guard !rest.isEmpty else {
      self.text = scheme + host
      return
    }
    let port = rest.dropFirst()
    guard rest.first == ":", port.allSatisfy({ $0.isASCII && $0.isNumber }),
      let number = Int(port), (1...65_535).contains(number)
    else { return nil }
    self.text = String(number) == usual ? scheme + host : "\(scheme)\(host):\(number)"
  }

  /// The host that a text begins with: a name, an address, or an address in brackets.
  private static func host(_ text: Substring) -> Substring? {
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let address = text[..<end].dropFirst()
      let isAddress = address.allSatisfy { $0.isASCII && ($0.isHexDigit || ":.".contains($0)) }
      return isAddress && address.contains(":") ? text[...end] : nil
    }
    let host = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
    return host.isEmpty ? nil : host
  }
}
