import Bus
import CompactJSON
import Testing

/// What the messages say of their fields, held against what they read and write.
@Suite("The fields of messages")
struct FieldTests {
  /// What only one kind of rule has, so that an example of another kind never asks for it.
  private static let ofOneKind: Set<String> = [
    "from", "to", "mode", "adultFilter", "minutes", "opens",
  ]

  @Test(
    "an example and its reply have the fields that the message declares", arguments: Message.all)
  func examples(message: Message) throws {
    for part in message.parts {
      #expect(Shape.object(part.fields).problems(of: try part.example()) == [])
    }
  }

  @Test("a message reads the fields that it declares, and no others", arguments: Message.all)
  func declared(message: Message) throws {
    for part in message.parts {
      let asked = try part.keysAsked(Array(part.example().compact.utf8))
      let declared = Set(part.fields.map(\.name))
      #expect(asked.subtracting(declared) == [])
      #expect(declared.subtracting(asked).subtracting(Self.ofOneKind) == [])
    }
  }

  @Test(
    "a body without a field that has to be there is refused, one without another is not",
    arguments: Message.all)
  func required(message: Message) throws {
    for part in message.parts {
      guard case .object(let members) = try part.example() else { continue }
      // An option of a kind has to be there for a rule of that kind, which no field says.
      for field in part.fields
      where members[field.name] != nil
        && (field.isRequired || !Self.ofOneKind.contains(field.name))
      {
        var without = members
        without[field.name] = nil
        let isRead = part.reads(Array(JSON.object(without).compact.utf8))
        // What may be null may be missing as well.
        let isNullable = if case .nullable = field.shape { true } else { false }
        #expect(isRead != field.isRequired || isNullable, "without \"\(field.name)\"")
      }
    }
  }

  @Test("each field says in one sentence what it means", arguments: Message.all)
  func sentences(message: Message) {
    for row in message.parts.flatMap({ FieldRow.rows($0.fields) }) {
      #expect(row.summary.hasSuffix(".") && row.summary.first?.isUppercase == true, "\(row.path)")
    }
  }

  @Test("an error's reason goes on where \"when\" ends", arguments: Message.all)
  func errors(message: Message) {
    for error in message.errors {
      #expect(!error.reason.isEmpty && !error.reason.hasSuffix("."))
      #expect(error.reason.first?.isLowercase == true)
    }
    #expect(Set(message.errors).count == message.errors.count)
  }
}
