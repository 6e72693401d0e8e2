import HTTPServer

extension HTTPRequest {
  /// The token of `Authorization: Bearer …`; `nil` for another scheme, and for none.
  ///
  /// The scheme in any case and any number of spaces, as RFC 9110 has them; nothing behind the token.
  var bearer: Secret? {
    guard let header = header("Authorization") else { return nil }
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") }
    let scheme = header.utf8.drop(while: isSpace).prefix { !isSpace($0) }
    let rest = header.utf8[scheme.endIndex...].drop(while: isSpace)
    let token = rest.prefix { !isSpace($0) }
    guard !token.isEmpty, scheme.elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 }),
      header.utf8[token.endIndex...].allSatisfy(isSpace)
    else { return nil }
    return Secret(String(Substring(token)))
  }
}
