import EventLoop
import Glibc

/// A path at which a server serves: checked, locked, and cleaned up.
///
/// The folder is what protects the socket, so it has to be a real one of our own that nobody else
/// writes to. The lock tells a living server from a socket that a dead one left.
struct SocketPlace: ~Copyable {
  /// Where the server serves.
  let path: String
  private let lock: FileDescriptor

  /// The most bytes that a path has: Linux allows 107, and the lock's name is longer by five.
  static let sizeLimit = 103

  /// Takes the path, and removes a socket that a dead server left there.
  ///
  /// - Throws: `invalid` for a path that can't be one, `unsafeFolder`, `alreadyRunning`.
  static func take(_ path: String) throws(BusError) -> SocketPlace {
    guard path.utf8.count <= SocketPlace.sizeLimit else { throw SocketPlace.tooLong(path) }
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"),
      path.index(after: slash) < path.endIndex
    else {
      throw BusError(.invalid, "\"\(path)\" is not an absolute path of a socket")
    }
    try checkFolder(slash == path.startIndex ? "/" : String(path[..<slash]))
    let lock = try takeLock(path)
    try removeStale(path)
    return SocketPlace(path, lock)
  }

  private init(_ path: String, _ lock: consuming FileDescriptor) {
    self.path = path
    self.lock = lock
  }

  deinit {
    // The sockets are libzmq's to remove; this is for what an error left half made. The lock's
    // name goes while the lock is held, so nobody can be holding it by that name.
    for name in [path, path + ".lock"] { _ = unsafe unlink(name) }
  }

  /// Closes the socket's file to everybody but its owner.
  func restrict() throws(BusError) {
    guard unsafe chmod(path, 0o600) == 0 else {
      throw .system(SystemError.last("restrict", path: path))
    }
  }

  static func tooLong(_ path: String) -> BusError {
    BusError(
      .invalid,
      "a socket's path has at most \(sizeLimit) bytes, \"\(path)\" has \(path.utf8.count)",
      hint: "use a state folder with a shorter path")
  }

  // MARK: Checks

  private static func checkFolder(_ folder: String) throws(BusError) {
    var status = stat()
    guard unsafe lstat(folder, &status) == 0 else {
      throw unsafeFolder(SystemError.last("use the folder", path: folder).description)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw unsafeFolder("\"\(folder)\" is not a folder")
    }
    guard status.st_uid == geteuid() else {
      throw unsafeFolder(
        "the folder \"\(folder)\" belongs to user \(status.st_uid), not to \(geteuid())",
        hint: "use a state folder of your own")
    }
    guard status.st_mode & 0o022 == 0 else {
      throw unsafeFolder(
        "others may write to the folder \"\(folder)\"", hint: "chmod 700 \"\(folder)\"")
    }
  }

  private static func unsafeFolder(_ message: String, hint: String? = nil) -> BusError {
    BusError(.unsafeFolder, message, hint: hint)
  }

  /// Takes the lock of the path, on the file that has its name when the lock is held.
  private static func takeLock(_ path: String) throws(BusError) -> FileDescriptor {
    let name = path + ".lock"
    while true {
      let lock: FileDescriptor
      do {
        lock = try FileDescriptor(
          checking: unsafe open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600), "open",
          path: name)
      } catch {
        throw .system(error)
      }
      guard flock(lock.raw, LOCK_EX | LOCK_NB) == 0 else {
        guard errno == EWOULDBLOCK else { throw .system(SystemError.last("lock", path: name)) }
        throw BusError(
          .alreadyRunning, "\"\(path)\" is served already",
          hint: "stop the service that runs, or use another state folder")
      }
      // An ending server removes the name; then this is the lock of nothing, and we take another.
      if isNamed(lock.raw, name) { return lock }
    }
  }

  private static func isNamed(_ descriptor: Int32, _ name: String) -> Bool {
    var held = stat()
    var named = stat()
    guard unsafe fstat(descriptor, &held) == 0, unsafe lstat(name, &named) == 0 else {
      return false
    }
    return held.st_ino == named.st_ino && held.st_dev == named.st_dev
  }

  private static func removeStale(_ path: String) throws(BusError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw BusError(.invalid, "\"\(path)\" is there already and is not a socket")
    }
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw .system(SystemError.last("remove", path: path))
    }
  }
}
