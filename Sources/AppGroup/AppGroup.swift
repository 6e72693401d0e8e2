/// The directory that an app and its extensions share, with its documents and their one lock.
///
/// Copies of a value share its lock: a call within a call (`update` within `withLock`) goes through as
/// long as both use the same value or copies of it.
package struct AppGroup: Sendable {
  /// The directory's path.
  package let directory: String
  let folder: GroupFolder
  private let lock: GroupLock

  /// Opens the directory, and makes it with mode 0700 where `creating` says so and it is missing.
  ///
  /// - Throws: `noDirectory`, `wrongType` (a link too), `foreignOwner`, `openToOthers`, `system`.
  package init(at directory: String, creating: Bool) throws(AppGroupError) {
    self.directory = directory
    folder = try GroupFolder(directory, creating: creating)
    lock = GroupLock(folder)
  }

  /// Runs `body` while no other process changes a document of the group; several documents can so be
  /// changed in one step.
  ///
  /// - Throws: `lockTimeout` when another process has held the lock for all of `limit`;
  ///   `changeFailed` with what `body` threw.
  package func withLock<Result>(
    within limit: Duration = .seconds(5), _ body: () throws -> Result
  ) throws(AppGroupError) -> Result {
    try lock.hold(within: limit) { () throws(AppGroupError) in
      do {
        return try body()
      } catch {
        throw .change(error)
      }
    }
  }
}
