package import EventLoop
import Glibc

/// The program that runs.
package enum OwnProgram {
  /// The folder in which it lies, and in which its companions are looked for.
  ///
  /// - Throws: what keeps the kernel from saying so.
  package static func folder() throws(SystemError) -> String {
    let path = try path()
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Its absolute path.
  ///
  /// - Throws: what keeps the kernel from saying so.
  package static func path() throws(SystemError) -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
    guard count > 0 else { throw .last("read", path: "/proc/self/exe") }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
