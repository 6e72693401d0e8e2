/// Tells one state of all stores from the next: while it is the same, every store says what it said.
///
/// Writes are counted by each life of the service, so a mark holds within one conversation.
package struct StoreMark: Equatable {
  /// A conversation with the service.
  package final class Conversation {
    /// Begins one.
    package init() {}
  }

  private let conversation: Conversation
  private let revision: Int

  /// Makes the mark after so many writes.
  package init(_ conversation: Conversation, revision: Int) {
    self.conversation = conversation
    self.revision = revision
  }

  package static func == (left: StoreMark, right: StoreMark) -> Bool {
    left.conversation === right.conversation && left.revision == right.revision
  }
}
