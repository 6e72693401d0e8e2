package import ScreenTimeModel

/// What the stores of a group said when they were last read over a conversation.
///
/// It holds for as long as the service counts no other write, so that a pass over a hundred stores need
/// not read a hundred stores. Whether that is so is asked of the service each time.
package struct StoreMemory {
  private var revision: Int?
  private var known: [String: StoreSettings] = [:]

  /// Takes the service's count of writes; after any other write nothing is known any more.
  package mutating func hear(revision: Int?) {
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
    } else {
      hear(revision: revision)
    }
    keep(settings, of: store)
  }
}
