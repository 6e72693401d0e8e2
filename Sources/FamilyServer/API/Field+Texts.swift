import CivilTime
import CompactJSON
import PolicyCore

extension Field<String> {
  /// A text of so many characters (Unicode scalars), without the one that ends texts elsewhere, U+0000.
  static func text(
    _ name: String, _ length: ClosedRange<Int>, _ words: String, example: String
  ) -> Field {
    Field(
      name, .text(length, pattern: "^[^\\u0000]*$"), words, example: .text(example)
    ) { value throws(FieldRefusal) in try checked(value, length) }
  }

  /// What somebody or something is to be called; spaces around it are left out.
  static func name(_ name: String, _ words: String, example: String) -> Field {
    let length = 1...PersonName.longest
    return Field(
      name, .text(length, pattern: PersonName.pattern), words, example: .text(example)
    ) { value throws(FieldRefusal) in
      let text = try checked(value, length)
      do throws(FamilyError) {
        return try PersonName.checked(text, field: name)
      } catch {
        throw FieldRefusal(error.problems.first?.problem ?? error.message)
      }
    }
  }
}

extension Field<Secret> {
  /// A code or a token that somebody shows.
  ///
  /// Whether it is one is not for the reading to say.
  static func secret(_ name: String, _ words: String, example: String) -> Field {
    let length = 1...400
    return Field(
      name, .text(length, pattern: "^[^\\u0000]*$"), words, example: .text(example)
    ) { value throws(FieldRefusal) in Secret(try checked(value, length)) }
  }
}

extension Field<CivilDate> {
  /// A day of the calendar.
  static func date(_ name: String, _ words: String) -> Field {
    Field(
      name, .text(format: "date", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), words,
      example: .text("2025-01-06")
    ) { value throws(FieldRefusal) in
      let text = try checked(value, 1...40)
      do throws(CivilTimeError) {
        return try CivilDate(parsing: text)
      } catch {
        throw FieldRefusal(error.message)
      }
    }
  }
}

extension Field where Value: RawRepresentable<String> & CaseIterable & SendableMetatype {
  /// One of a set of words.
  static func word(_ name: String, _ words: String, example: Value) -> Field {
    let known = Value.allCases.map(\.rawValue)
    return Field(name, .word(known), words, example: .text(example.rawValue)) {
      value throws(FieldRefusal) in
      guard case .text(let text) = value else { throw FieldRefusal(value, isNot: "a text") }
      guard let word = Value(rawValue: text) else {
        throw FieldRefusal(
          "\"\(text.prefix(40))\" is not one of \(known.joined(separator: ", "))")
      }
      return word
    }
  }
}

/// A text within its bounds.
private func checked(_ value: JSON, _ length: ClosedRange<Int>) throws(FieldRefusal) -> String {
  guard case .text(let text) = value else { throw FieldRefusal(value, isNot: "a text") }
  let scalars = text.unicodeScalars
  guard scalars.count >= length.lowerBound else {
    throw FieldRefusal("the text is empty, and at least one character is needed")
  }
  guard scalars.count <= length.upperBound else {
    throw FieldRefusal("the text has more than \(length.upperBound) characters")
  }
  guard !scalars.contains("\0") else {
    throw FieldRefusal("the text has the character U+0000, which no text here may have")
  }
  return text
}
