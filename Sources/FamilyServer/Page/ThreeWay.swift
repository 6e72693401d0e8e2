/// What comes of one person's changes and another's, who both started from the same values.
///
/// A field that only one of them changed has that one's value; where both made the same of it there is
/// nothing to ask either. Where they made different things of it, mine stands and is asked about.
struct ThreeWay<Field: Hashable, Value: Hashable> {
  /// The values that come of both; a field that isn't there has none.
  private(set) var merged: [Field: Value] = [:]
  /// The fields that both changed to different values, in the given order.
  private(set) var clashes: [Field] = []
  /// The fields that only the other one changed, in the given order.
  private(set) var taken: [Field] = []

  /// Whether the other one changed nothing of this.
  var isMineAlone: Bool { clashes.isEmpty && taken.isEmpty }

  /// Compares.
  ///
  /// - Parameters:
  ///   - base: What both started from.
  ///   - mine: What was typed.
  ///   - theirs: What holds now.
  ///   - fields: The fields that there are.
  init(
    base: [Field: Value], mine: [Field: Value], theirs: [Field: Value], fields: [Field]
  ) {
    for field in fields {
      let (base, mine, theirs) = (base[field], mine[field], theirs[field])
      merged[field] = mine
      if theirs == base || theirs == mine { continue }
      if mine == base {
        merged[field] = theirs
        taken.append(field)
      } else {
        clashes.append(field)
      }
    }
  }
}
