/// Where a text is no JSON: the underlying error of what `CompactJSON` throws for such a text, for whoever
/// can show the place in terms of lines.
package struct JSONTextPlace: Error, Hashable, Sendable {
  /// The byte, counted from 0.
  package let byte: Int
}
