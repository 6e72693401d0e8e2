import CompactJSON
import EventLoop
import Glibc

/// The file with a machine's credentials, mode 0600.
package struct CredentialsFile: Sendable {
  private static let longest = 4096

  private let path: String

  /// Names a file; it need not be there.
  package init(path: String) {
    self.path = path
  }

  /// The credentials; `nil` while the machine isn't paired.
  ///
  /// - Throws: `notStored` for a link, another's file, one that others can read, and one that is damaged.
  package func read() throws(DeviceError) -> Credentials? {
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
      guard count > 0 else { throw SystemError.last("read", path: path) }
      return try CompactJSON.decode(Credentials.self, from: Array(bytes[..<count]))
    } catch let error as DeviceError {
      throw error
    } catch {
      throw DeviceError(
        .notStored, "the credentials in \(path) are not readable: \(error)",
        hint: "restore the file, or pair this machine anew with family-device replace")
    }
  }

  /// Replaces the credentials: the new file is whole on the disk before it has the old one's place.
  package func write(_ credentials: Credentials) throws(DeviceError) {
    let fresh = path + ".new"
    _ = unsafe unlink(fresh)  // One that an earlier life left behind.
    do {
      let bytes = try CompactJSON.encode(credentials)
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let file = try FileDescriptor(
        checking: unsafe open(fresh, flags, 0o600), "write", path: fresh)
      guard unsafe Glibc.write(file.raw, bytes, bytes.count) == bytes.count, fsync(file.raw) == 0,
        unsafe rename(fresh, path) == 0
      else { throw SystemError.last("write", path: path) }
      let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      let directory = try FileDescriptor(
        checking: unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open", path: folder)
      guard fsync(directory.raw) == 0 else { throw SystemError.last("write out", path: folder) }
    } catch {
      throw DeviceError(.notStored, "could not keep the credentials: \(error)")
    }
  }
}
