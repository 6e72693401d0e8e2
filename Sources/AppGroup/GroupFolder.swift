import Glibc

/// The opened directory: every file of the group is reached through it and never through its path, so
/// that nobody can exchange the directory under us.
final class GroupFolder: Sendable {
  let path: String
  let descriptor: Int32
  private let owner: uid_t

  init(_ path: String, creating: Bool) throws(AppGroupError) {
    if creating { try Self.make(path) }
    self.path = path
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    descriptor = unsafe open(path, flags)
    owner = geteuid()
    guard descriptor >= 0 else { throw Self.unopened(path, errno) }
    try check()
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The path of a file, for messages.
  func path(of name: String) -> String { path + "/" + name }

  /// Opens a file for reading; `nil` when it is not there.
  ///
  /// - Throws: `wrongType` for a link or anything but a file, `foreignOwner`, `noDirectory` when the
  ///   directory itself has been removed: its documents are not merely missing then.
  func openFile(_ name: String) throws(AppGroupError) -> GroupFile? {
    let file = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      guard errno == ENOENT else { throw .system("open", path(of: name)) }
      try checkIsThere()
      return nil
    }
    return try GroupFile(adopting: file, path: path(of: name), owner: owner)
  }

  /// Opens a file for writing that isn't there yet.
  func createFile(_ name: String) throws(AppGroupError) -> GroupFile {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    var file = unsafe openat(descriptor, name, flags, 0o600)
    if file < 0, errno == EEXIST {
      // What a writer left that was killed: it held the lock, which is ours now.
      try remove(name)
      file = unsafe openat(descriptor, name, flags, 0o600)
    }
    guard file >= 0 else { throw .system("create", path(of: name)) }
    return try GroupFile(adopting: file, path: path(of: name), owner: owner)
  }

  /// Opens the lock file and makes it where it is missing.
  func openLockFile(_ name: String) throws(AppGroupError) -> GroupFile {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let file = unsafe openat(descriptor, name, flags, 0o600)
    guard file >= 0 else {
      let number = errno
      if number == ENOENT { try checkIsThere() }
      throw .system("open", path(of: name), number)
    }
    return try GroupFile(adopting: file, path: path(of: name), owner: owner)
  }

  /// Gives a file a second name; `false` when the second is taken.
  func link(_ name: String, as second: String) throws(AppGroupError) -> Bool {
    if unsafe linkat(descriptor, name, descriptor, second, 0) == 0 { return true }
    guard errno == EEXIST else { throw .system("keep", path(of: name)) }
    return false
  }

  /// Puts a file in another one's place, in one step.
  func rename(_ name: String, over other: String) throws(AppGroupError) {
    guard unsafe renameat(descriptor, name, descriptor, other) == 0 else {
      throw .system("replace", path(of: other))
    }
  }

  /// Removes a file; it is no error when there is none.
  func remove(_ name: String) throws(AppGroupError) {
    guard unsafe unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw .system("remove", path(of: name))
    }
  }

  /// Makes the names durable, as `GroupFile.sync` does with a content.
  func sync() throws(AppGroupError) {
    guard fsync(descriptor) == 0 else { throw .system("write out", path) }
  }

  /// The number of the file that now has the name; `nil` when there is none.
  func inode(of name: String) -> ino_t? {
    var status = stat()
    guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return status.st_ino
  }

  /// Which version of a file now has the name; `nil` when there is none, or it can't be looked at.
  func stamp(of name: String) -> DocumentStamp? {
    var status = stat()
    guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return DocumentStamp(status)
  }

  private func check() throws(AppGroupError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system("examine", path) }
    guard status.st_uid == owner else {
      throw AppGroupError(
        .foreignOwner, "\"\(path)\" belongs to user \(status.st_uid), and this is user \(owner)")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw AppGroupError(
        .openToOthers, "others than its owner may enter \"\(path)\"", hint: "chmod 700 \(path)")
    }
  }

  private func checkIsThere() throws(AppGroupError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system("examine", path) }
    guard status.st_nlink > 0 else {
      throw AppGroupError(.noDirectory, "the directory \"\(path)\" has been removed")
    }
  }

  private static func unopened(_ path: String, _ number: Int32) -> AppGroupError {
    guard number != ENOENT else {
      return AppGroupError(.noDirectory, "there is no directory \"\(path)\"")
    }
    // O_DIRECTORY and O_NOFOLLOW together say ENOTDIR for a link, so look what it is.
    var status = stat()
    let isLink = unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    return .system("open", path, isLink ? ELOOP : number)
  }

  /// Makes the directory and those above it that are missing, each for its owner alone.
  private static func make(_ path: String) throws(AppGroupError) {
    if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    let number = errno
    guard number == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw .system("create", path, number)
    }
    try make(String(path[..<slash]))
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system("create", path) }
  }
}
