import Glibc

/// Small readings of files and folders, each with a bound.
enum FileSystem {
  /// The names in a folder, without `.` and `..`, in no order; empty for a folder that can't be read.
  static func names(in folder: String) -> [String] {
    entries(of: folder).map(\.name)
  }

  /// The names of the folders in a folder; links to folders are not among them.
  static func folders(in folder: String) -> [String] {
    entries(of: folder).filter { entry in
      entry.type == UInt8(DT_DIR)
        || entry.type == UInt8(DT_UNKNOWN)
          && status(folder + "/" + entry.name)?.st_mode.isFolder == true
    }.map(\.name)
  }

  private static func entries(of folder: String) -> [(name: String, type: UInt8)] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var entries: [(name: String, type: UInt8)] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { text in
          unsafe String(cString: text)
        }
      }
      if name != ".", name != ".." { entries.append((name, unsafe entry.pointee.d_type)) }
    }
    return entries
  }

  /// The first bytes of a file, at most `limit`; `nil` when it can't be read.
  static func bytes(of path: String, atMost limit: Int) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return bytes(of: file, atMost: limit)
  }

  /// The bytes from a descriptor's position on, at most `limit`.
  static func bytes(of file: Int32, atMost limit: Int) -> [UInt8]? {
    var result: [UInt8] = []
    var failed = false
    while result.count < limit {
      let wanted = min(limit - result.count, 16_384)
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        let got = unsafe read(file, buffer.baseAddress, wanted)
        failed = got < 0 && errno != EINTR
        count = max(0, got)
      }
      if chunk.isEmpty { break }
      result += chunk
    }
    return failed && result.isEmpty ? nil : result
  }

  /// What one read of a file of the kernel's gives, which is all of a short one.
  static func firstRead(of path: String, atMost limit: Int) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = max(0, unsafe read(file, buffer.baseAddress, limit))
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// The text of a small file.
  static func text(of path: String, atMost limit: Int) -> String? {
    bytes(of: path, atMost: limit).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes a text to an existing file of the kernel's; the errno when that is refused.
  static func write(_ text: String, to path: String) -> Int32? {
    let file = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return errno }
    defer { close(file) }
    return unsafe Glibc.write(file, text, text.utf8.count) == text.utf8.count ? nil : errno
  }

  /// The path with every link followed; `nil` when there is nothing.
  static func resolved(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Where a link leads, as it is written; `nil` for anything that is no link.
  static func linkTarget(_ path: String) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_097) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = unsafe readlink(path, start, 4_096)
      guard count > 0 else { return nil }
      unsafe start[count] = 0
      return unsafe String(cString: start)
    }
  }

  /// The folder that a path lies in.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    return String(path[path.index(after: slash)...])
  }

  /// The path without `.`, `..` and doubled slashes, as the text has it.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// What `stat` says, links followed.
  static func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }
}
