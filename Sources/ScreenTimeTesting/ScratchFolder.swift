import EventLoop
import FoundationEssentials
import Glibc

/// A folder of one platform's own, which goes with it; its path is short enough for a socket.
struct ScratchFolder {
  let path: String

  init() throws(SystemError) {
    var template = Array("/tmp/screentime-test.XXXXXX".utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let base = buffer.baseAddress, unsafe mkdtemp(base) != nil else { return nil }
      return unsafe String(cString: base)
    }
    guard let made else { throw .last("make a folder in", path: "/tmp") }
    path = made
  }

  func file(_ name: String) -> String { path + "/" + name }

  /// Makes a folder below, with all above it, for nobody else.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: file(name), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  /// Removes the folder with everything in it, unless `OPENAPPLOCK_KEEP=1` says to keep it.
  func remove() {
    let keep = unsafe getenv("OPENAPPLOCK_KEEP")
    if let keep = unsafe keep, unsafe String(cString: keep) == "1" {
      return print("kept: \(path)")
    }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("could not remove \(path): \(error)")
    }
  }
}
