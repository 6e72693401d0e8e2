/// Names an application of this machine.
///
/// On iOS a token is opaque because an app may not know what else is installed. Here it is the
/// name people use: a desktop id (`org.gnome.Chess`) or the absolute path of an executable.
/// The service alone turns a token into files and processes.
public struct ApplicationToken: Hashable, Comparable, Sendable {
  /// The desktop id or the absolute path.
  public let rawValue: String

  /// Accepts a desktop id (letters, digits, `.`, `-`, `_`; with or without `.desktop`) or an
  /// absolute path without `.` and `..` components.
  ///
  /// - Throws: ``TokenError`` that says what is wrong with the text.
  public init(parsing text: String) throws(TokenError) {
    rawValue = try TokenGrammar.application(text)
  }

  /// The absolute path, where the token is one.
  public var executablePath: String? { rawValue.hasPrefix("/") ? rawValue : nil }

  /// Whether `left` comes before `right`.
  public static func < (left: ApplicationToken, right: ApplicationToken) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Names a category of applications: `games`, `social`, `entertainment`, ….
public struct ActivityCategoryToken: Hashable, Comparable, Sendable {
  /// The category's short name.
  public let rawValue: String

  /// Accepts lower-case letters, digits and `-`, starting with a letter.
  ///
  /// - Throws: ``TokenError`` that says what is wrong with the text.
  public init(parsing text: String) throws(TokenError) {
    rawValue = try TokenGrammar.category(text)
  }

  /// Whether `left` comes before `right`.
  public static func < (left: ActivityCategoryToken, right: ActivityCategoryToken) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Names a web site by its domain; the names below it are meant too.
public struct WebDomainToken: Hashable, Comparable, Sendable {
  /// The domain in lower case, without a trailing dot.
  public let rawValue: String

  /// Accepts a host name of at least two labels, in any case, with or without a trailing dot.
  ///
  /// - Throws: ``TokenError`` that says what is wrong with the text.
  public init(parsing text: String) throws(TokenError) {
    rawValue = try TokenGrammar.domain(text)
  }

  /// Whether `left` comes before `right`.
  public static func < (left: WebDomainToken, right: WebDomainToken) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Says why a text names no application, category or site.
public struct TokenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence for a person: what was given and what would be right.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The spellings that tokens accept, in one place.
enum TokenGrammar {
  static let longestName = 255
  static let longestPath = 4095

  static func application(_ text: String) throws(TokenError) -> String {
    guard !text.isEmpty else { throw TokenError("an app's name is empty") }
    if text.hasPrefix("/") { return try path(text) }
    let name = text.hasSuffix(".desktop") ? String(text.dropLast(".desktop".count)) : text
    guard name.utf8.count <= longestName else {
      throw TokenError("an app's desktop id has at most \(longestName) bytes")
    }
    guard !name.isEmpty, name.utf8.allSatisfy(isDesktopIDByte), name.first != "-" else {
      throw TokenError(
        "\"\(excerpt(text))\" is neither a desktop id (letters, digits, \".\", \"-\", \"_\")"
          + " nor an absolute path")
    }
    return name
  }

  static func category(_ text: String) throws(TokenError) -> String {
    let first = text.utf8.first.map { $0 >= 0x61 && $0 <= 0x7A } ?? false
    guard first, text.utf8.count <= 64,
      text.utf8.allSatisfy({ isLowerOrDigit($0) || $0 == 0x2D })
    else {
      throw TokenError(
        "\"\(excerpt(text))\" is no category: one is lower-case letters, digits and \"-\"")
    }
    return text
  }

  static func domain(_ text: String) throws(TokenError) -> String {
    let trimmed = (text.hasSuffix(".") ? String(text.dropLast()) : text).lowercased()
    let labels = trimmed.split(separator: ".", omittingEmptySubsequences: false)
    guard trimmed.utf8.count <= 253, labels.count >= 2, labels.allSatisfy(isLabel),
      !(labels.last ?? "").utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
    else {
      throw TokenError("\"\(excerpt(text))\" is no site: one is a domain such as example.com")
    }
    return trimmed
  }

  private static func path(_ text: String) throws(TokenError) -> String {
    guard text.utf8.count <= longestPath, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else {
      throw TokenError(
        "an executable's path has at most \(longestPath) bytes and no control characters")
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: true)
    guard !parts.isEmpty, !parts.contains("."), !parts.contains("..") else {
      throw TokenError("\"\(excerpt(text))\" is not a plain absolute path")
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func isLabel(_ label: Substring) -> Bool {
    let bytes = label.utf8
    guard !bytes.isEmpty, bytes.count <= 63, bytes.first != 0x2D, bytes.last != 0x2D else {
      return false
    }
    return bytes.allSatisfy { isLowerOrDigit($0) || $0 == 0x2D }
  }

  private static func isDesktopIDByte(_ byte: UInt8) -> Bool {
    isLowerOrDigit(byte) || (byte >= 0x41 && byte <= 0x5A) || byte == 0x2E || byte == 0x2D
      || byte == 0x5F
  }

  private static func isLowerOrDigit(_ byte: UInt8) -> Bool {
    (byte >= 0x61 && byte <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
  }

  private static func excerpt(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(60).map { scalar -> String in
      scalar.value < 0x20 || scalar.value == 0x7F ? "?" : String(scalar)
    }
    return shown.joined() + (text.unicodeScalars.count > 60 ? "…" : "")
  }
}

extension TokenError {
  /// Runs a parse for a decoder, so that what was wrong keeps its place in the document.
  fileprivate static func decoding<Token>(
    _ decoder: any Decoder, _ parse: (String) throws(TokenError) -> Token
  ) throws -> Token {
    let text = try decoder.singleValueContainer().decode(String.self)
    do {
      return try parse(text)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }
}

/// A token reads and writes as the bare string.
extension ApplicationToken: Codable {
  /// Reads the value from a document, and refuses what is not one.
  public init(from decoder: any Decoder) throws {
    self = try TokenError.decoding(decoder) { text throws(TokenError) in
      try ApplicationToken(parsing: text)
    }
  }

  /// Writes the value to a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// A token reads and writes as the bare string.
extension ActivityCategoryToken: Codable {
  /// Reads the value from a document, and refuses what is not one.
  public init(from decoder: any Decoder) throws {
    self = try TokenError.decoding(decoder) { text throws(TokenError) in
      try ActivityCategoryToken(parsing: text)
    }
  }

  /// Writes the value to a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// A token reads and writes as the bare string.
extension WebDomainToken: Codable {
  /// Reads the value from a document, and refuses what is not one.
  public init(from decoder: any Decoder) throws {
    self = try TokenError.decoding(decoder) { text throws(TokenError) in
      try WebDomainToken(parsing: text)
    }
  }

  /// Writes the value to a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
