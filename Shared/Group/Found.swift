/// What a document was found to say, as far as that is known.
package struct Found<Content> {
  /// What it says, or what the version before a damaged one said; `nil` when nothing is known.
  package let content: Content?
  /// What is wrong with it.
  package let fault: GroupFault?

  /// Joins what is known and what is wrong.
  package init(_ content: Content?, fault: GroupFault? = nil) {
    self.content = content
    self.fault = fault
  }

  /// Whether it is sure to be what was written last.
  ///
  /// Where it isn't, nothing may be lifted because of it (decision P5).
  package var isCertain: Bool { fault == nil }
}
