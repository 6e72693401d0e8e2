import EventLoop
import FoundationEssentials
import Glibc

/// What is done with a database's file as a whole; SQLite's own two files beside it go along.
enum DatabaseFile {
  private static let companions = ["", "-wal", "-shm"]

  /// Whether there is a file with anything in it at `path`; SQLite would take an empty one for new.
  static func hasContent(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_size > 0
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Accepts a file that isn't there, or a plain one that is ours.
  ///
  /// - Throws: `inaccessible` for a link, a folder, or somebody else's file.
  static func checkOwnership(of path: String) throws(StorageError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StorageError(code: .inaccessible, message: "\"\(path)\" is not a plain file")
    }
    guard status.st_uid == geteuid() else {
      throw StorageError(
        code: .inaccessible, message: "\"\(path)\" belongs to user \(status.st_uid), not to us")
    }
  }

  /// Replaces the file at `path` by one that `make` writes beside it: whole or not at all.
  static func replace(
    _ path: String, _ make: (String) throws(StorageError) -> Void
  ) throws(StorageError) {
    let fresh = path + ".new"
    discard(fresh)
    do {
      try make(fresh)
      try move(fresh, to: path)
    } catch {
      discard(fresh)
      throw error
    }
  }

  /// Copies a file that nobody has open.
  static func copy(_ path: String, to other: String) throws(StorageError) {
    do {
      try FileManager.default.copyItem(atPath: path, toPath: other)
    } catch {
      throw StorageError(code: .failed, message: "could not copy \"\(path)\": \(error)")
    }
  }

  /// Gives a file its final name, and has both on the disk before it returns.
  ///
  /// A closed database has no companions; what lies beside `other` belonged to the file before.
  static func move(_ path: String, to other: String) throws(StorageError) {
    do {
      try synchronise(path)
      guard unsafe rename(path, other) == 0 else { throw SystemError.last("rename", path: path) }
      for companion in companions.dropFirst() {
        discardOne(path + companion)
        discardOne(other + companion)
      }
      try FileDescriptor.writeOutFolder(of: other)
    } catch let error as SystemError {
      throw StorageError(error)
    } catch {
      throw StorageError(code: .failed, message: "could not rename \"\(path)\"")
    }
  }

  /// Renames a file and its companions to the first free name of the kind `x.damaged-1`.
  ///
  /// Answers that name; `nil` where there is no such file.
  static func setAside(_ path: String) throws(StorageError) -> String? {
    guard exists(path) else { return nil }
    var number = 1
    while exists("\(path).damaged-\(number)") { number += 1 }
    let aside = "\(path).damaged-\(number)"
    for companion in companions where exists(path + companion) {
      guard unsafe rename(path + companion, aside + companion) == 0 else {
        throw StorageError(.last("rename", path: path + companion))
      }
    }
    return aside
  }

  /// Removes a file that a start left behind, companions and all.
  static func discard(_ path: String) {
    for companion in companions { discardOne(path + companion) }
  }

  private static func discardOne(_ path: String) {
    _ = unsafe unlink(path)  // One that isn't there is as good.
  }

  private static func synchronise(_ path: String) throws(SystemError) {
    let file = try FileDescriptor(
      checking: unsafe open(path, O_RDONLY | O_CLOEXEC), "open", path: path)
    guard fsync(file.raw) == 0 else { throw .last("write out", path: path) }
  }
}

extension StorageError {
  /// Reads what the system said.
  init(_ error: SystemError) {
    let code: Code =
      switch error.errno {
      case ENOSPC, EDQUOT: .full
      case EROFS: .readOnly
      case EACCES, EPERM: .inaccessible
      default: .failed
      }
    self.init(code: code, message: error.description)
  }
}
