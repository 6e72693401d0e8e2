/// What a document was found to be (decision P5).
package enum DocumentState<Content: Sendable>: Sendable {
  /// There is none yet.
  case missing
  /// It is whole. An older shape is read too, if the content's own decoding takes it.
  case read(Content)
  /// It can't be read; `previous` is the version before it, if that one can.
  case damaged(reason: String, previous: Content?)
  /// A newer version of the program wrote it; it is left alone.
  case newer(version: Int)

  /// The content to go on with, whole or previous.
  package var content: Content? {
    switch self {
    case .read(let content): content
    case .damaged(_, let previous): previous
    case .missing, .newer: nil
    }
  }
}

extension DocumentState: Equatable where Content: Equatable {}
