/// What a version of a document was found to say: as long as that version is there, it need not be read
/// again.
package struct KnownDocument<Content: Sendable>: Sendable {
  /// The version.
  package let stamp: DocumentStamp
  /// What it says.
  package let content: Content

  /// Joins a version and its content.
  package init(_ content: Content, at stamp: DocumentStamp) {
    self.stamp = stamp
    self.content = content
  }
}
