import Foundation
import Testing

@testable import FamilyServer

@Suite("What somebody may be called")
struct PersonNameTests {
  private func isTaken(_ name: String) -> Bool {
    (try? PersonName.checked(name, field: "name")) != nil
  }

  private func fitsPattern(_ name: String) -> Bool {
    name.range(of: PersonName.pattern, options: .regularExpression) != nil
  }

  @Test(
    "a name has something that can be seen, and the published pattern says the same",
    arguments: [
      ("\u{200B}", false), ("\u{FEFF}\u{AD}\u{2060}", false), ("\u{3164}", false),
      (" \u{200D} ", false), ("\u{2800}\u{FE0F}", false), ("\u{E0041}", false), ("\u{34F}", false),
      ("", false), ("\u{3000}", false), ("\u{7}a", false), ("\u{202E}aiM", false),
      ("Mia", true), ("م", true), ("a\u{200B}", true), ("\u{FEFF}a", true), ("👨‍👩‍👧", true),
      ("❤\u{FE0F}", true), ("می\u{200C}خواهم", true), ("\u{3000}美\u{3000}", true), (".", true),
    ])
  func names(name: String, isRight: Bool) {
    #expect(isTaken(name) == isRight)
    #expect(fitsPattern(name) == isRight)
  }

  @Test("no character that doesn't show by itself makes a name")
  func unseen() {
    let unseen = (0...0x10_FFFF).lazy.compactMap(Unicode.Scalar.init).filter {
      $0.properties.isDefaultIgnorableCodePoint || $0.properties.isWhitespace
    }
    let wrong = unseen.map { String($0) }.filter { isTaken($0) || fitsPattern($0) }
    #expect(wrong.map(\.unicodeScalars.first) == [])
  }
}
