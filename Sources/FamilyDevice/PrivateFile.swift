import CompactJSON
import EventLoop
import Glibc

/// A value in a file that nobody but its owner reads: mode 0600, replaced whole or not at all.
package struct PrivateFile<Content: Codable & Sendable>: Sendable {
  private static var longest: Int { 64 * 1024 }

  private let path: String
  private let recovery: String

  /// Names a file; it need not be there.
  ///
  /// - Parameter recovery: What there is to do where it can't be read.
  package init(path: String, recovery: String) {
    self.path = path
    self.recovery = recovery
  }

  /// What it says; `nil` where it isn't there.
  ///
  /// - Throws: `notStored` for a link, another's file, one that others can read, and one that is damaged.
  package func read() throws(DeviceError) -> Content? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    if descriptor < 0, errno == ENOENT { return nil }
    do {
      let file = try FileDescriptor(checking: descriptor, "read", path: path)
      var status = stat()
      guard unsafe fstat(file.raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid(), status.st_mode & 0o077 == 0
      else {
        throw DeviceError(
          .notStored, "\(path) is not a file of ours that only we can read",
          hint: "chown it to the account that runs family-device, and chmod 600")
      }
      var bytes = [UInt8](repeating: 0, count: Self.longest)
      let count = unsafe Glibc.read(file.raw, &bytes, bytes.count)
      guard count >= 0 else { throw SystemError.last("read", path: path) }
      return try CompactJSON.decode(Content.self, from: Array(bytes[..<count]))
    } catch let error as DeviceError {
      throw error
    } catch {
      throw DeviceError(.notStored, "\(path) is not readable: \(error)", hint: recovery)
    }
  }

  /// Replaces what it says: the new file is whole on the disk before it has the old one's place.
  package func write(_ content: Content) throws(DeviceError) {
    try makeRoom().fill(with: content)
  }

  /// Takes the room for a value that isn't there yet.
  ///
  /// For one that comes once only: a full disk is found out before it is asked for.
  package func makeRoom() throws(DeviceError) -> Room {
    try Room(for: path)
  }

  /// Takes the file away; one that isn't there is fine.
  package func remove() throws(DeviceError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw DeviceError(.notStored, "\(SystemError.last("remove", path: path))")
    }
  }

  /// Room on the disk for the next value of a file; given back where it isn't filled.
  package struct Room: ~Copyable {
    /// As much as a value of ours takes, and more.
    private static var size: Int { 8192 }

    private let path: String
    private let fresh: String
    private let file: FileDescriptor

    fileprivate init(for path: String) throws(DeviceError) {
      self.path = path
      fresh = path + ".new"
      file = try Self.filled(fresh, for: path)
    }

    private static func filled(
      _ fresh: String, for path: String
    ) throws(DeviceError) -> FileDescriptor {
      _ = unsafe unlink(fresh)  // One that an earlier life left behind.
      do {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let file = try FileDescriptor(
          checking: unsafe open(fresh, flags, 0o600), "write", path: fresh)
        try put([UInt8](repeating: 0, count: size), into: file, fresh)
        return file
      } catch {
        _ = unsafe unlink(fresh)
        throw notKept(path, error)
      }
    }

    deinit {
      // After it was filled there is nothing of that name.
      _ = unsafe unlink(fresh)
    }

    /// Puts a value into the room, and the room into the file's place.
    package consuming func fill(with content: Content) throws(DeviceError) {
      do {
        let bytes = try CompactJSON.encode(content)
        try Self.put(bytes, into: file, fresh)
        guard ftruncate(file.raw, off_t(bytes.count)) == 0, fsync(file.raw) == 0,
          unsafe rename(fresh, path) == 0
        else { throw SystemError.last("write", path: path) }
        try FileDescriptor.writeOutFolder(of: path)
      } catch {
        throw Self.notKept(path, error)
      }
    }

    private static func put(
      _ bytes: [UInt8], into file: borrowing FileDescriptor, _ path: String
    ) throws(SystemError) {
      guard unsafe pwrite(file.raw, bytes, bytes.count, 0) == bytes.count else {
        throw .last("write", path: path)
      }
    }

    private static func notKept(_ path: String, _ error: any Error) -> DeviceError {
      DeviceError(.notStored, "could not keep \(path): \(error)")
    }
  }
}
