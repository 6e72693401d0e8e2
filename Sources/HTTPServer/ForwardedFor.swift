/// What a proxy says of whom it asks for, in `X-Forwarded-For`.
///
/// Each proxy adds at the end the address that it was asked from. So only the end is to be believed, and
/// only from a proxy that one trusts: what stands before it may be anybody's invention.
package enum ForwardedFor {
  /// The address from which the first proxy that is trusted was asked; `nil` where that isn't said.
  ///
  /// - Parameters:
  ///   - text: The header: addresses with commas between them.
  ///   - proxies: The addresses of the proxies that are trusted.
  package static func origin(in text: String, through proxies: Set<String>) -> String? {
    let addresses = text.split(separator: ",").map(address)
    guard let origin = addresses.last(where: { !proxies.contains($0) }) else { return nil }
    return isAddress(origin) ? origin : nil
  }

  /// An entry without blanks, and without the port that some proxies add.
  private static func address(_ entry: Substring) -> String {
    let entry = entry.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
    if entry.hasPrefix("[") { return String(entry.dropFirst().prefix { $0 != "]" }) }
    guard entry.count(where: { $0 == ":" }) == 1 else { return String(entry) }
    return String(entry.prefix { $0 != ":" })
  }

  private static func isAddress(_ text: String) -> Bool {
    (2...45).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == "." || $0 == ":") }
  }
}
