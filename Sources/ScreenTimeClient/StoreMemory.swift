package import ScreenTimeModel

/// What the stores of a group said when they were last read over a conversation.
///
/// It holds for as long as the service counts no other write, so that a pass over a hundred stores need
/// not read a hundred stores. Whether that is so is asked of the service each time.
package struct StoreMemory {
  /// How the stores were when they were listed last, with what was written here since; `nil` where the
  /// service doesn't tell, and where somebody else has written since.
  package private(set) var mark: StoreMark?

  private let conversation = StoreMark.Conversation()
  private var revision: Int?
  private var known: [String: StoreSettings] = [:]

  /// Begins to remember.
  package init() {}

  /// Takes the service's count of writes, told with the stores' names; after any other write nothing is known any more.
  package mutating func hear(revision: Int?) {
    mark = revision.map { StoreMark(conversation, revision: $0) }
    take(revision)
  }

  private mutating func take(_ revision: Int?) {
    guard revision == nil || revision != self.revision else { return }
    self.revision = revision
    known = [:]
  }

  /// What a store says, where that is known.
  package func settings(of store: String) -> StoreSettings? { known[store] }

  /// Keeps what a store was read to say.
  package mutating func keep(_ settings: StoreSettings, of store: String) {
    guard revision != nil else { return }
    known[store] = settings
  }

  /// Keeps what a store was written to say; `revision` is the count after that write.
  package mutating func keep(_ settings: StoreSettings, of store: String, revision: Int?) {
    if let revision, let before = self.revision, before == revision || before + 1 == revision {
      self.revision = revision
      if mark != nil { mark = StoreMark(conversation, revision: revision) }
    } else {
      mark = nil
      take(revision)
    }
    keep(settings, of: store)
  }
}
