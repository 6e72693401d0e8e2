/// What a proxy says of whom it asks for, in `X-Forwarded-For`.
///
/// Each proxy adds at the end the address that it was asked from. So only the end is to be believed, and
/// only from a proxy that one trusts: what stands before it may be anybody's invention.
package enum ForwardedFor {
  /// The address from which the first proxy that is trusted was asked; `nil` where that isn't said.
  ///
  /// - Parameters:
  ///   - text: The header: addresses with commas between them.
  ///   - proxies: The addresses of the proxies that are trusted, as ``NumericAddress`` spells them.
  package static func origin(in text: String, through proxies: Set<String>) -> String? {
    let addresses = text.split(separator: ",").map { NumericAddress.spelling(of: address($0)) }
    // An entry that is no address is nobody's whom one trusts, and so it is where it ends.
    let origin = addresses.last { $0.map(proxies.contains) != true }
    return origin ?? nil
  }

  /// An entry without blanks, and without the port that some proxies add.
  private static func address(_ entry: Substring) -> String {
    let entry = entry.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
    if entry.hasPrefix("[") { return String(entry.dropFirst().prefix { $0 != "]" }) }
    guard entry.count(where: { $0 == ":" }) == 1 else { return String(entry) }
    return String(entry.prefix { $0 != ":" })
  }
}
