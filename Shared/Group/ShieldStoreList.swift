import AppGroup

/// The names of the rules' stores that say anything, so that a store whose rule is gone is found and
/// cleared.
package final class ShieldStoreList {
  private let document: GroupDocument<Names>

  /// Which version of the document was seen, and which is there.
  var version: any VersionedDocument { document }

  init(_ group: AppGroup, _ faults: FaultList) {
    document = GroupDocument(
      DocumentName("shield-stores", sizeLimit: 4 << 20), in: group, empty: Names(stores: []),
      reportingTo: faults)
  }

  /// The names, as far as they are known.
  package func read() -> Found<Set<String>> {
    let found = document.read()
    return Found(found.content.map { Set($0.stores) }, fault: found.fault)
  }

  /// Adds and removes names; touches the file only when that changes something, or when it is damaged.
  ///
  /// - Throws: what the directory says.
  func change(adding added: Set<String>, removing removed: Set<String>) throws(AppGroupError) {
    let found = read()
    if let known = found.certainContent, added.isSubset(of: known), removed.isDisjoint(with: known)
    {
      return
    }
    try document.update { names in
      names.stores = Set(names.stores).subtracting(removed).union(added).sorted()
    }
  }
}

/// The document's content.
private struct Names: Codable, Sendable {
  var stores: [String]
}
