import HTTPServer

/// What a form sent: names and values in their order, a name as often as it was sent.
struct FormBody: Hashable, Sendable {
  /// The pairs.
  let pairs: [(name: String, value: String)]

  /// Makes a body from pairs.
  init(_ pairs: [(name: String, value: String)]) {
    self.pairs = pairs
  }

  /// Reads `application/x-www-form-urlencoded`.
  ///
  /// An escape that is none stands for itself, as browsers take it.
  init(parsing bytes: [UInt8]) {
    pairs = bytes.split(separator: UInt8(ascii: "&")).map { pair in
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.text(of: parts[0]), parts.count > 1 ? Self.text(of: parts[1]) : "")
    }
  }

  /// Reads a request's body.
  ///
  /// - Throws: `tooLarge`, `unsupportedType`.
  init(_ request: HTTPRequest) throws(FamilyError) {
    guard !request.isTooLarge else { throw FamilyError(.tooLarge, "a form has at most 64 KiB") }
    let type = (request.header("Content-Type") ?? "").lowercased()
      .split(separator: ";").first.map { $0.filter { $0 != " " } }
    guard request.body.isEmpty || type == "application/x-www-form-urlencoded" else {
      throw FamilyError(.unsupportedType, "a form has to be sent as a browser sends one")
    }
    self.init(parsing: request.body)
  }

  /// The value of a name, the first where it is there more than once.
  func first(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// All values of a name.
  func all(_ name: String) -> [String] { pairs.lazy.filter { $0.name == name }.map(\.value) }

  private static func text(of part: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = rest.prefix(2)
        let text = String(decoding: digits, as: UTF8.self)
        if digits.count == 2, text.allSatisfy({ $0.isASCII && $0.isHexDigit }),
          let value = UInt8(text, radix: 16)
        {
          bytes.append(value)
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte)
        }
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether two bodies hold the same pairs in the same order.
  static func == (left: FormBody, right: FormBody) -> Bool {
    left.pairs.elementsEqual(right.pairs) { $0 == $1 }
  }

  /// Hashes the pairs.
  func hash(into hasher: inout Hasher) {
    for pair in pairs {
      hasher.combine(pair.name)
      hasher.combine(pair.value)
    }
  }
}
