import Glibc

/// Reads a file of the system that is known to be small.
enum SmallFile {
  /// The file's content; `nil` when there is no regular file at `path` that can be read, or when it
  /// has more than `limit` bytes.
  static func read(_ path: String, limit: Int) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= limit
    else { return nil }
    return readAll(file, size: Int(status.st_size))
  }

  /// What a symbolic link says; `nil` when there is none at `path`.
  static func target(ofLink path: String) -> String? {
    let limit = Int(PATH_MAX)
    let bytes = unsafe [CChar](unsafeUninitializedCapacity: limit) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = unsafe max(0, readlink(path, start, limit))
    }
    return bytes.isEmpty ? nil : String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func readAll(_ file: Int32, size: Int) -> [UInt8]? {
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = unsafe Glibc.read(file, buffer.baseAddress?.advanced(by: count), size - count)
        if got < 0, errno == EINTR { continue }
        failed = got < 0
        guard got > 0 else { break }
        count += got
      }
    }
    return failed ? nil : bytes
  }
}
