/// What an update came to.
package struct Updated<Result> {
  /// What the change returned.
  package let result: Result
  /// Whether the document was written; it isn't when the change left the content as it was.
  package let wasWritten: Bool
  /// What was damaged before, and what was used instead; `nil` when all was well.
  package let healed: String?
}

extension Updated: Sendable where Result: Sendable {}
