/// The id of something that is kept: random, so that nobody can guess another family's.
package struct Identifier<Kind>: Hashable, Sendable {
  /// The id as documents and messages have it.
  package let text: String

  /// Takes an id from a message or a row; whether it is anybody's is for the store to say.
  package init(_ text: String) {
    self.text = text
  }

  /// A new one.
  static func random() -> Identifier { Identifier(Randomness.text(bits: 96)) }
}

/// Kinds of ids.
package enum IdentifierKind {
  /// Of a family.
  package enum Family {}
  /// Of a child.
  package enum Child {}
  /// Of a device.
  package enum Device {}
  /// Of a challenge.
  package enum Challenge {}
}

/// The id of a family.
package typealias FamilyID = Identifier<IdentifierKind.Family>
/// The id of a child.
package typealias ChildID = Identifier<IdentifierKind.Child>
/// The id of a device.
package typealias DeviceID = Identifier<IdentifierKind.Device>
/// The id of a challenge.
package typealias ChallengeID = Identifier<IdentifierKind.Challenge>
