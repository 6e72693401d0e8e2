import Glibc

/// An open file of the group, closed when it goes out of use.
struct GroupFile: ~Copyable {
  let descriptor: Int32
  let path: String
  let inode: ino_t
  let size: Int
  let stamp: DocumentStamp

  /// Takes over a descriptor, after a look at what it is: a file, and ours.
  init(adopting file: Int32, path: String, owner: uid_t) throws(AppGroupError) {
    var status = stat()
    let failure = unsafe fstat(file, &status) == 0 ? 0 : errno
    self.descriptor = file
    self.path = path
    self.inode = status.st_ino
    self.size = Int(status.st_size)
    self.stamp = DocumentStamp(status)
    guard failure == 0 else { throw .system("examine", path, failure) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw AppGroupError(.wrongType, "\"\(path)\" is not a file")
    }
    guard status.st_uid == owner else {
      throw AppGroupError(
        .foreignOwner, "\"\(path)\" belongs to user \(status.st_uid), and this is user \(owner)")
    }
  }

  deinit { close(descriptor) }

  /// All bytes; fewer than `size` when the file is being cut short meanwhile.
  func readAll() throws(AppGroupError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = unsafe read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        guard got > 0 else { break }
        count += got
      }
    }
    guard failure == 0 else { throw .system("read", path, failure) }
    return bytes
  }

  /// Writes all bytes.
  func write(_ bytes: [UInt8]) throws(AppGroupError) {
    var written = 0
    while written < bytes.count {
      let put = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if put < 0, errno == EINTR { continue }
      guard put >= 0 else { throw .system("write", path) }
      written += put
    }
  }

  /// Waits until the content is on the disk: a file that is renamed before that may be empty after a
  /// power cut.
  func sync() throws(AppGroupError) {
    guard fsync(descriptor) == 0 else { throw .system("write out", path) }
  }
}
