package import Bus
package import ScreenTimeModel

/// The named stores of every app group, and the union that they make.
///
/// It only holds and decides; the service saves and enforces, and knows the order of those steps.
package struct StoreBook: Hashable, Sendable {
  /// What each store says.
  ///
  /// A store that says nothing isn't here.
  package private(set) var stores: [StoreName: StoreSettings]
  /// Writes that could not be saved: they count in the union, so that they hold as long as the
  /// service lives, but nobody reads them back.
  private var unsaved: [StoreName: Set<StoreSettings>] = [:]

  /// Makes a book of stores that were saved.
  package init(_ stores: [StoreName: StoreSettings] = [:]) {
    self.stores = stores.filter { !$0.value.isEmpty }
  }

  /// Lets what `other` says hold as well, until somebody writes to those stores: one of the two is
  /// what was last written, and nobody knows which.
  package mutating func uphold(_ other: [StoreName: StoreSettings]) {
    for (name, settings) in other where settings != self.settings(of: name) {
      unsaved[name, default: []].insert(settings)
    }
  }

  /// What `name` says: what was written there, never the union.
  package func settings(of name: StoreName) -> StoreSettings { stores[name] ?? StoreSettings() }

  /// The stores of a group that say anything, sorted.
  package func names(in group: String) -> [String] {
    stores.keys.filter { $0.group == group }.map(\.name).sorted()
  }

  /// Whether something holds for this store that isn't saved.
  package func hasUnsaved(_ name: StoreName) -> Bool { unsaved[name] != nil }

  /// All stores as they would be saved after a write.
  package func stores(after edit: StoreEdit) -> [StoreName: StoreSettings] {
    var stores = stores
    stores[edit.name] = edit.after.isEmpty ? nil : edit.after
    return stores
  }

  /// All that is to be enforced.
  package var union: ShieldUnion { union(with: unsaved) }

  /// All that is to be enforced while `edit` is on its way to the disk: what held before and what
  /// will hold, so that no block is missing at any moment.
  package func union(during edit: StoreEdit) -> ShieldUnion {
    var pending = unsaved
    pending[edit.name, default: []].insert(edit.after)
    return union(with: pending)
  }

  /// Works out what a write would make of a store.
  ///
  /// - Throws: `invalid` for a name that is none, `overLimit` for more than `limits` allow.
  package func edit(
    _ name: StoreName, _ changes: StoreChanges, limits: PlatformLimits
  ) throws(BusError) -> StoreEdit {
    try NameGrammar.check(name.name, isA: "store's name")
    let before = settings(of: name)
    let after = before.applying(changes)
    try limits.check(tokens: after.largestTokenCount)
    if before.isEmpty, !after.isEmpty {
      try limits.check(stores: names(in: name.group).count + 1)
    }
    return StoreEdit(name: name, before: before, after: after)
  }

  /// Makes a write that was saved hold.
  package mutating func apply(_ edit: StoreEdit) {
    stores = stores(after: edit)
    unsaved[edit.name] = nil
  }

  /// Keeps what a write that could not be saved adds, and nothing of what it takes away.
  package mutating func keepUnsaved(_ edit: StoreEdit) {
    unsaved[edit.name, default: []].insert(edit.after)
  }

  private func union(with pending: [StoreName: Set<StoreSettings>]) -> ShieldUnion {
    var all = stores
    for (name, variants) in pending {
      for (number, settings) in variants.enumerated() where !settings.isEmpty {
        // No store can be called that: names hold no line breaks.
        all[StoreName(group: name.group, name: "\(name.name)\n(not saved \(number))")] = settings
      }
    }
    return ShieldUnion(all)
  }
}

/// A write to a store, worked out but not yet done.
package struct StoreEdit: Hashable, Sendable {
  /// The store.
  package let name: StoreName
  /// What it says.
  package let before: StoreSettings
  /// What it will say.
  package let after: StoreSettings

  /// Whether the write changes anything.
  package var changesAnything: Bool { before != after }
}
