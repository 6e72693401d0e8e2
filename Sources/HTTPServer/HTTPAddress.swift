/// Where a server listens: a numeric address and a port.
package struct HTTPAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address, `127.0.0.1` or `::1`.
  package let host: String
  /// The port; 0 for any that is free.
  package let port: Int

  /// Makes an address.
  package init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Reads `127.0.0.1:8420` or `[::1]:8420`; answers `nil` for anything else, also for a name.
  package init?(parsing text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port)
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
      guard host.contains(":") else { return nil }
    } else if host.contains(":") {
      return nil
    }
    let digits = host.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == "." || $0 == ":") }
    guard !host.isEmpty, digits else { return nil }
    self.init(host: String(host), port: port)
  }

  /// The address as one writes it.
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
