/// What holds of every message of a type: who may send it, what it does, whether it may be repeated.
package struct MessageTraits: Sendable {
  /// Who may send it to a service.
  ///
  /// Empty for what only a service sends.
  package let senders: Set<Role>
  /// What it does to the receiver's state.
  package let effect: Effect
  /// Whether sending it twice has the same outcome as sending it once.
  package let repeatable: Bool
  /// Whether nothing answers it.
  package let isNotice: Bool
  /// What it is for, in one sentence.
  package let summary: String

  /// Makes the traits.
  package init(
    senders: Set<Role>, effect: Effect, repeatable: Bool, isNotice: Bool = false, summary: String
  ) {
    self.senders = senders
    self.effect = effect
    self.repeatable = repeatable
    self.isNotice = isNotice
    self.summary = summary
  }
}
