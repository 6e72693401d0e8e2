import CPublicSuffix
package import ScreenTimeModel

/// Which site is meant by what somebody types or pastes (decision S1).
package enum SiteName {
  /// Reads what was typed as the name of a site.
  ///
  /// Taken are a domain in any case, with or without a dot at its end and in the letters of any script, which
  /// are kept in the spelling that the network uses (`münchen.example` as `xn--mnchen-3ya.example`); and an
  /// address as a browser shows it (`https://example.com:8080/page?x`), of which the domain is meant.
  /// Refused are other kinds of address, numbers of machines, mail addresses, and names of one part.
  ///
  /// - Throws: ``SiteNameError`` that says what is wrong and what would be right.
  package static func domain(typed text: String) throws(SiteNameError) -> WebDomainToken {
    var host = withPlainDots(try hostPart(of: text))
    if host.hasSuffix(".") { host.removeLast() }
    guard !host.isEmpty else { throw SiteNameError("a site's name is empty", "") }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    guard !parts.contains("") else {
      throw SiteNameError("\"\(excerpt(text))\" has two dots with nothing between them", typeOne)
    }
    guard parts.last?.utf8.allSatisfy(isDigit) == false else {
      throw SiteNameError(
        "\"\(excerpt(host))\" is the number of a machine, and a site goes by its domain", typeOne)
    }
    guard parts.count > 1 else {
      throw SiteNameError(
        "\"\(excerpt(host))\" is no site: a domain has a dot in it", typeOne)
    }
    let spelled = try networkSpelling(of: host)
    do {
      return try WebDomainToken(parsing: spelled)
    } catch {
      throw SiteNameError(error.description, "")
    }
  }

  /// The site that a domain stands for: itself, but without a `www` in front.
  ///
  /// A name below which everybody may have one, such as `co.uk`, is no site.
  ///
  /// - Throws: ``SiteNameError`` for a public suffix.
  package static func site(of domain: WebDomainToken) throws(SiteNameError) -> WebDomainToken {
    guard !isPublicSuffix(domain.rawValue) else {
      throw SiteNameError(
        "\"\(domain.rawValue)\" is no site: the names below it belong to different people",
        "name one of them, such as example.\(domain.rawValue)")
    }
    return withoutWWW(domain)
  }

  /// A domain without a `www` in front, where what is left is a site.
  package static func withoutWWW(_ domain: WebDomainToken) -> WebDomainToken {
    let prefix = "www."
    let rest = String(domain.rawValue.dropFirst(prefix.count))
    guard domain.rawValue.hasPrefix(prefix), !isPublicSuffix(rest),
      let site = try? WebDomainToken(parsing: rest)
    else { return domain }  // `www.co.uk` and `www.example` are all the name that there is.
    return site
  }

  // MARK: Reading

  private static let typeOne = "type its domain, such as example.com"

  /// What stands for the machine in an address, or all of a text that is none.
  private static func hostPart(of text: String) throws(SiteNameError) -> String {
    var rest = Substring(text)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    if let scheme = rest.firstRange(of: "://") {
      guard ["http", "https"].contains(rest[..<scheme.lowerBound].lowercased()) else {
        throw SiteNameError("\"\(excerpt(text))\" is no address of a web site", typeOne)
      }
      rest = rest[scheme.upperBound...]
    }
    rest = rest.prefix { !"/?#\\".contains($0) }
    guard !rest.contains("@") else {
      throw SiteNameError("\"\(excerpt(text))\" holds somebody's name before an @", typeOne)
    }
    guard !rest.hasPrefix("["), rest.count(where: { $0 == ":" }) < 2 else {
      throw SiteNameError(
        "\"\(excerpt(text))\" is the number of a machine, and a site goes by its domain", typeOne)
    }
    guard let colon = rest.firstIndex(of: ":") else { return String(rest) }
    let port = rest[rest.index(after: colon)...]
    guard UInt16(port) != nil else {
      throw SiteNameError("\"\(excerpt(text))\" has no number of a port after its colon", typeOne)
    }
    return String(rest[..<colon])
  }

  /// Other scripts have dots of their own, which part names as well.
  private static func withPlainDots(_ host: String) -> String {
    String(host.map { "\u{3002}\u{FF0E}\u{FF61}".contains($0) ? "." : $0 })
  }

  /// The name as the network spells it, in lower case and ASCII.
  private static func networkSpelling(of host: String) throws(SiteNameError) -> String {
    var spelled: UnsafeMutablePointer<UInt8>?
    let flags = Int32(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
    let result = unsafe idn2_lookup_u8(Array(host.utf8) + [0], &spelled, flags)
    guard result == IDN2_OK.rawValue, let text = unsafe spelled else {
      let reason = unsafe String(cString: idn2_strerror(result))
      throw SiteNameError("\"\(excerpt(host))\" is no domain: \(reason)", typeOne)
    }
    defer { unsafe idn2_free(text) }
    return unsafe String(cString: text)
  }

  /// Whether everybody may have a name below this one.
  ///
  /// The registries' suffixes are meant. What the list calls private (`wordpress.com`) belongs to one company,
  /// and is a site that one may want to block.
  private static func isPublicSuffix(_ domain: String) -> Bool {
    unsafe psl_is_public_suffix2(psl_builtin(), domain, PSL_TYPE_ICANN) != 0
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func excerpt(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(60).map { scalar in
      scalar.properties.generalCategory == .control ? "?" : String(scalar)
    }
    return shown.joined() + (text.unicodeScalars.count > 60 ? "…" : "")
  }
}
