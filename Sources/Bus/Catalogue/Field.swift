/// A field of a body: its name, what it may hold, and what it means.
package struct Field: Hashable, Sendable {
  /// Whether a field is the same when the same conversation is had again.
  package enum Constancy: Hashable, Sendable {
    /// It is.
    case same
    /// It is drawn anew each time: an id, a session, a process.
    case drawn
    /// It is the machine's: what is installed, what can be enforced.
    case machine
  }

  /// The name on the wire.
  package let name: String
  /// What it may hold.
  package let shape: Shape
  /// What it means, in one sentence.
  package let summary: String
  /// Whether it has to be there.
  package let isRequired: Bool
  /// Whether nobody who looks at messages is shown it.
  package private(set) var isSecret = false
  /// Whether it is the same when the same conversation is had again.
  package private(set) var constancy = Constancy.same

  private init(_ name: String, _ shape: Shape, _ summary: String, isRequired: Bool) {
    self.name = name
    self.shape = shape
    self.summary = summary
    self.isRequired = isRequired
  }

  /// Declares a field that has to be there.
  package static func field(_ name: String, _ shape: Shape, _ summary: String) -> Field {
    Field(name, shape, summary, isRequired: true)
  }

  /// Declares a field that may be missing.
  package static func optional(_ name: String, _ shape: Shape, _ summary: String) -> Field {
    Field(name, shape, summary, isRequired: false)
  }

  /// The same field, hidden from whoever looks at messages.
  package var secret: Field {
    var field = self
    field.isSecret = true
    return field
  }

  /// The same field, whose value is drawn anew each time.
  package var drawn: Field {
    var field = self
    field.constancy = .drawn
    return field
  }

  /// The same field, whose value is the machine's.
  package var ofMachine: Field {
    var field = self
    field.constancy = .machine
    return field
  }
}
