package import CivilTime

/// An expected "no": what was asked changes nothing, and this says why (decision U5).
package struct RuleRefusal: Hashable, Sendable {
  /// Why, for programs.
  package let code: RefusalCode
  /// Why, for people, in one sentence.
  package let message: String
  /// The rule that refused, where one did.
  package let rule: RuleID?
  /// Until when it refuses, where that is known.
  package let until: Instant?

  /// Makes a refusal.
  package init(code: RefusalCode, message: String, rule: RuleID? = nil, until: Instant? = nil) {
    self.code = code
    self.message = message
    self.rule = rule
    self.until = until
  }
}
