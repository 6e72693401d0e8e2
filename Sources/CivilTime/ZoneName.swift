/// The names of zones: which are allowed, and which one this machine is set to.
enum ZoneName {
  /// Whether a name can be one of the database's: relative, and never out of its folder.
  static func isValid(_ name: String) -> Bool {
    guard (1...255).contains(name.utf8.count), name.utf8.allSatisfy(isAllowed) else { return false }
    return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { part in !part.isEmpty && part.first != UInt8(ascii: ".") }
  }

  /// Whether a name is one that people go by, the same on every machine.
  static func isChoosable(_ name: String) -> Bool {
    !["localtime", "posixrules", "Factory"].contains(name)
      && !["posix/", "right/"].contains(where: name.hasPrefix)
  }

  /// The zone that `TZ` names: with or without a colon, as a name or as a path into the database.
  ///
  /// An empty value is UTC, as the C library has it.
  static func fromEnvironment(_ value: String) -> String? {
    let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if name.isEmpty { return "UTC" }
    return valid(name) ?? fromPath(name)
  }

  /// The zone that a path into a database names, `…/zoneinfo/Europe/Berlin`.
  static func fromPath(_ path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let folder = parts.lastIndex(of: "zoneinfo") else { return nil }
    return valid(parts[(folder + 1)...].joined(separator: "/"))
  }

  /// The zone that the first line of a file names.
  static func fromFile(_ bytes: [UInt8]) -> String? {
    let line = bytes.prefix { $0 > 0x20 }
    return valid(String(decoding: line, as: UTF8.self))
  }

  private static func valid(_ name: String) -> String? { isValid(name) ? name : nil }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      "_+-/.".utf8.contains(byte)
    }
  }
}
