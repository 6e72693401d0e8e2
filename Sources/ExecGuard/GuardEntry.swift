/// One file whose start is denied.
package struct GuardEntry: Hashable, Sendable {
  /// Which file it is.
  ///
  /// The guard marks nothing else, even if the path leads elsewhere by then.
  package let file: FileIdentity
  /// Where it is.
  package let path: String

  /// Makes an entry.
  package init(file: FileIdentity, path: String) {
    self.file = file
    self.path = path
  }
}
