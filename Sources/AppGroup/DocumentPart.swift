import CompactJSON
import Synchronization

/// How a part of a document's content was written that never changes: it is written once, and copied into
/// the document from then on.
///
/// A value keeps it beside the part, and shares it with its copies.
package final class DocumentPart: Sendable {
  private let text = Mutex<WrittenJSON?>(nil)

  /// Has nothing written yet.
  package init() {}

  /// The part as it is to be encoded in its place.
  ///
  /// - Throws: what encoding it throws.
  package func written(_ part: some Encodable) throws -> some Encodable {
    try text.withLock { text in
      if let text { return text }
      let new = try WrittenJSON(part)
      text = new
      return new
    }
  }
}

/// It says nothing that its part doesn't say.
extension DocumentPart: Hashable {
  /// Whether two values that keep parts are equal is their parts' matter.
  package static func == (left: DocumentPart, right: DocumentPart) -> Bool { true }

  /// Feeds nothing to a hasher.
  package func hash(into hasher: inout Hasher) {}
}
