/// How a value is read from what was typed.
package struct ValueParser<Value>: Sendable {
  /// Reads the value; what it throws is shown with its description, after the option's name.
  package let parse: @Sendable (String) throws -> Value

  /// Makes a parser from any throwing function, such as `{ try TimeOfDay(parsing: $0) }`.
  package init(_ parse: @escaping @Sendable (String) throws -> Value) {
    self.parse = parse
  }
}

extension ValueParser<String> {
  /// Takes any text, except none at all.
  package static var text: ValueParser {
    ValueParser { text in
      guard !text.isEmpty else { throw UsageError("the value is empty") }
      return text
    }
  }

  /// Takes one of these words.
  package static func word(of words: [String]) -> ValueParser {
    ValueParser { text in
      guard words.contains(text) else { throw unknownWord(text, words) }
      return text
    }
  }
}

extension ValueParser<Int> {
  /// Takes a whole number in a range.
  package static func integer(in range: ClosedRange<Int>) -> ValueParser {
    ValueParser { text in
      guard let number = Int(text), range.contains(number) else {
        throw UsageError(
          "\"\(text)\" is not a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }
}

extension ValueParser<Bool> {
  /// Takes `on` or `off`.
  package static var onOff: ValueParser {
    ValueParser { text in
      switch text {
      case "on": true
      case "off": false
      default: throw unknownWord(text, ["on", "off"])
      }
    }
  }
}

extension ValueParser where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// Takes one of the type's own words.
  package static var choice: ValueParser {
    let cases = Array(Value.allCases)
    return ValueParser { text in
      guard let value = cases.first(where: { $0.rawValue == text }) else {
        throw unknownWord(text, cases.map(\.rawValue))
      }
      return value
    }
  }
}

/// Says which words there are.
private func unknownWord(_ text: String, _ words: [String]) -> UsageError {
  UsageError("\"\(text)\" is none of \(words.joined(separator: ", "))")
}
