import AppGroup

/// A document whose versions can be told apart, whatever it holds.
protocol VersionedDocument {
  /// The version that was read or written last; `nil` where there was none, or it wasn't whole.
  var seen: DocumentStamp? { get }

  /// The version that is there now.
  var present: DocumentStamp? { get }
}
