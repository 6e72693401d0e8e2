/// The order in which people expect names: `Rule 2` before `Rule 10`, `École` beside `ecole`.
///
/// Letters compare without their case and without the accents of Latin-1 and Latin Extended-A
/// (`Ä` as `a`, `ß` as `ss`), which a table here holds, because the full tables of the world's
/// scripts come with a library that these programs do without. Other letters compare by their
/// lower-case code points. Runs of digits compare by value. Names that are equal by all that come in
/// the order of their code points, so that the order is always the same.
package struct NaturalOrder: Hashable, Comparable, Sendable {
  private let folded: [UInt32]
  private let text: String

  /// Prepares a name for comparison.
  package init(_ text: String) {
    self.text = text
    folded = Self.fold(text)
  }

  package static func < (left: NaturalOrder, right: NaturalOrder) -> Bool {
    if left.folded != right.folded { return left.folded.lexicographicallyPrecedes(right.folded) }
    return left.text.unicodeScalars.lexicographicallyPrecedes(right.text.unicodeScalars)
  }

  /// A number becomes the code point of "0", the count of its digits and the digits, so that plain
  /// comparison puts a longer number after a shorter one.
  private static func fold(_ text: String) -> [UInt32] {
    var folded: [UInt32] = []
    folded.reserveCapacity(text.utf8.count + 4)
    var digits: [UInt32] = []
    var isInNumber = false
    func endNumber() {
      guard isInNumber else { return }
      folded += [0x30, UInt32(digits.count)]
      folded += digits
      digits.removeAll(keepingCapacity: true)
      isInNumber = false
    }
    for scalar in text.unicodeScalars {
      if (0x30...0x39).contains(scalar.value) {
        isInNumber = true
        if scalar.value != 0x30 || !digits.isEmpty { digits.append(scalar.value) }
      } else {
        endNumber()
        appendLetter(scalar, to: &folded)
      }
    }
    endNumber()
    return folded
  }

  private static func appendLetter(_ scalar: Unicode.Scalar, to folded: inout [UInt32]) {
    switch scalar.value {
    case 0x41...0x5A: folded.append(scalar.value + 0x20)
    case 0...0xBF: folded.append(scalar.value)
    case 0xC0...0x17F: folded += latin[Int(scalar.value - 0xC0)]
    case 0x300...0x36F: break  // an accent of its own
    default: folded += scalar.properties.lowercaseMapping.unicodeScalars.map(\.value)
    }
  }

  /// What the letters from U+00C0 to U+017F are without case and accents: a text, and how many
  /// letters in a row it stands for.
  private static let latin: [[UInt32]] = {
    let capitals: [(String, Int)] = [
      ("a", 6), ("ae", 1), ("c", 1), ("e", 4), ("i", 4), ("d", 1), ("n", 1), ("o", 5), ("×", 1),
      ("o", 1), ("u", 4), ("y", 1), ("th", 1), ("ss", 1),
    ]
    let small: [(String, Int)] = [
      ("a", 6), ("ae", 1), ("c", 1), ("e", 4), ("i", 4), ("d", 1), ("n", 1), ("o", 5), ("÷", 1),
      ("o", 1), ("u", 4), ("y", 1), ("th", 1), ("y", 1),
    ]
    let extended: [(String, Int)] = [
      ("a", 6), ("c", 8), ("d", 4), ("e", 10), ("g", 8), ("h", 4), ("i", 10), ("ij", 2), ("j", 2),
      ("k", 3), ("l", 10), ("n", 9), ("o", 6), ("oe", 2), ("r", 6), ("s", 8), ("t", 6), ("u", 12),
      ("w", 2), ("y", 3), ("z", 6), ("s", 1),
    ]
    return (capitals + small + extended).flatMap { text, count in
      Array(repeating: text.unicodeScalars.map(\.value), count: count)
    }
  }()
}

extension Sequence {
  /// The elements in the natural order of their names.
  package func naturallySorted(by name: (Element) -> String) -> [Element] {
    map { (key: NaturalOrder(name($0)), element: $0) }
      .sorted { $0.key < $1.key }
      .map(\.element)
  }
}
