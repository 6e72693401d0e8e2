import AppGroup

/// The versions of the documents of a group at some time.
struct GroupVersions: Equatable {
  /// The ledger's; in use it is another one each minute.
  var ledger: DocumentStamp?
  /// The others', in one order.
  let others: [DocumentStamp?]
}
