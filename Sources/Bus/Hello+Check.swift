extension Hello {
  /// The most bytes that a name, a version, and a key or value of the attributes have.
  static let sizeLimit = 256
  /// The most attributes that a peer has.
  static let attributeLimit = 16

  /// Checks what a peer says of itself, and that the two share a version of the protocol.
  ///
  /// - Throws: `invalid` or `protocolMismatch`; the latter's hint says which side to update.
  func check(against server: String) throws(BusError) {
    guard Hello.isName(name) else {
      throw BusError(
        .invalid, "a peer's name is 1 to 64 letters, digits, dots, underscores and hyphens")
    }
    guard version.utf8.count <= Hello.sizeLimit else {
      throw BusError(.invalid, "a version has at most \(Hello.sizeLimit) bytes")
    }
    let texts = attributes.flatMap { [$0.key, $0.value] }
    guard attributes.count <= Hello.attributeLimit,
      texts.allSatisfy({ $0.utf8.count <= 4 * Hello.sizeLimit })
    else {
      throw BusError(
        .invalid,
        "a peer has at most \(Hello.attributeLimit) attributes of \(4 * Hello.sizeLimit) bytes")
    }
    try checkVersions(against: server)
  }

  private func checkVersions(against server: String) throws(BusError) {
    let spoken = Header.version
    guard oldest <= newest else {
      throw BusError(
        .invalid, "the oldest protocol, \(oldest), is newer than the newest, \(newest)")
    }
    guard !(oldest...newest).contains(spoken) else { return }
    let older = newest < spoken ? name : server
    let newer = newest < spoken ? server : name
    throw BusError(
      .protocolMismatch,
      "\(server) speaks protocol \(spoken), \(name) \(version) speaks \(oldest) to \(newest)",
      hint: "update \(older) to the release of \(newer), and start it again",
      detail: ["oldest": "\(spoken)", "newest": "\(spoken)"])
  }

  /// Whether a text can be a peer's name: it stands in lines whose fields are divided by spaces.
  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        byte.isASCIILetter || byte.isASCIIDigit
          || [UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-")].contains(byte)
      }
  }
}

extension BusError {
  /// A message whose header is of another version than ours.
  static func otherVersion(_ version: Int, peer: String, server: String) -> BusError {
    let older = version < Header.version ? peer : server
    return BusError(
      .protocolMismatch, "\(server) speaks protocol \(Header.version), not \(version)",
      hint: "update \(older), and start it again",
      detail: ["oldest": "\(Header.version)", "newest": "\(Header.version)"])
  }
}
