import Glibc

/// A folder of this run's own, on a disk and not in memory; gone when the run ends.
final class Scratch {
  /// Its path, short enough for a socket below it.
  let path: String

  /// Makes the folder.
  ///
  /// - Throws: `failed` when it can't be made.
  init() throws(BenchmarkError) {
    // /tmp may be memory, where fsync costs nothing; /var/tmp is not.
    var template = Array("/var/tmp/oal-bench-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw .failed("could not make a scratch folder in /var/tmp: \(lastError())")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    removeTree(path)
  }

  /// The path of a name in the folder.
  func file(_ name: String) -> String {
    path + "/" + name
  }

  /// Makes a folder below this one.
  ///
  /// - Throws: `failed` when it can't be made.
  func makeFolder(_ name: String) throws(BenchmarkError) -> String {
    let folder = file(name)
    guard unsafe mkdir(folder, 0o700) == 0 else {
      throw .failed("could not make the folder \"\(folder)\": \(lastError())")
    }
    return folder
  }

  /// Writes a file into the folder, executable or not, and answers its path.
  ///
  /// - Throws: `failed` when it can't be written.
  func write(
    _ bytes: [UInt8], to name: String, executable: Bool = false
  ) throws(BenchmarkError) -> String {
    let path = file(name)
    let descriptor = unsafe open(
      path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, executable ? 0o700 : 0o600)
    guard descriptor >= 0 else { throw .failed("could not make \"\(path)\": \(lastError())") }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: written), bytes.count - written)
      }
      guard count > 0 else { throw .failed("could not write \"\(path)\": \(lastError())") }
      written += count
    }
    return path
  }

  /// Copies a program of the machine into the folder, so that what happens to it happens to no other.
  ///
  /// - Throws: `failed` when it can't be read or written.
  func copyProgram(_ source: String, as name: String) throws(BenchmarkError) -> String {
    guard let bytes = readFile(source) else {
      throw .failed("could not read \"\(source)\": \(lastError())")
    }
    return try write(bytes, to: name, executable: true)
  }
}

/// The system's text for the last error.
func lastError() -> String {
  unsafe String(cString: strerror(errno))
}

/// All of a file's bytes; nil when it can't be read.
func readFile(_ path: String) -> [UInt8]? {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe read(descriptor, $0.baseAddress, $0.count)
    }
    guard count >= 0 else { return nil }
    if count == 0 { return bytes }
    bytes += buffer[..<count]
  }
}

/// Removes a folder and what is in it, following no link.
private func removeTree(_ path: String) {
  if let folder = unsafe opendir(path) {
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      guard name != ".", name != ".." else { continue }
      let child = path + "/" + name
      var status = stat()
      guard unsafe lstat(child, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR { removeTree(child) } else { unsafe unlink(child) }
    }
    unsafe closedir(folder)
  }
  unsafe rmdir(path)
}
