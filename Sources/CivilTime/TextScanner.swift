/// Takes a text of digits and marks apart from its front.
struct TextScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Takes `mark` if it is next.
  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes exactly `count` digits; takes nothing when there are fewer.
  mutating func digits(_ count: Int) -> Int? {
    let taken = rest.prefix(count)
    guard taken.count == count, taken.allSatisfy(Self.isDigit) else { return nil }
    rest.removeFirst(count)
    return taken.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Takes as many digits as there are, if that is one to `most`.
  mutating func digits(upTo most: Int) -> Int? {
    let count = rest.prefix(while: Self.isDigit).count
    guard (1...most).contains(count) else { return nil }
    return digits(count)
  }

  /// Takes one to nine digits of a second's fraction; what is finer than a millisecond is dropped.
  mutating func milliseconds() -> Int? {
    let count = rest.prefix(while: Self.isDigit).count
    guard (1...9).contains(count), var value = digits(count) else { return nil }
    for _ in count..<max(count, 3) { value *= 10 }
    for _ in 3..<max(count, 3) { value /= 10 }
    return value
  }

  /// Takes the bytes up to the first that `isWanted` refuses.
  mutating func bytes(while isWanted: (UInt8) -> Bool) -> Int {
    let count = rest.prefix(while: isWanted).count
    rest.removeFirst(count)
    return count
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// A number written with at least `width` digits.
func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
  return (number < 0 ? "-" : "") + zeros + digits
}
