import Bus

/// What the names may be that apps choose for their stores, activities, events and groups.
enum NameGrammar {
  private static let longest = 200

  /// Checks a name that only the app itself and people read.
  ///
  /// - Throws: `invalid` for an empty or overlong name and for control characters.
  static func check(_ name: String, isA kind: String) throws(BusError) {
    guard !name.isEmpty, name.utf8.count <= longest,
      !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else {
      throw BusError(
        .invalid, "a \(kind) has 1 to \(longest) bytes and no control characters")
    }
  }

  /// Whether `name` may name an app group or an extension: it becomes part of a file's name.
  static func isReverseDomain(_ name: String) -> Bool {
    guard let first = name.utf8.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-"),
      name.utf8.count <= longest, !name.contains("..")
    else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}
