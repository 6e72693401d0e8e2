import Glibc

/// Somebody who has no business with a service: tries to reach sockets and read files, and says how far
/// he got.
enum Eavesdropper {
  /// Tries each path, a line each: `connect PATH: …` or `read PATH: …`.
  static func attempt(_ paths: [String]) {
    for path in paths {
      say("connect \(path): \(connect(to: path))")
      say("read \(path): \(read(path))")
    }
    say("tried")
  }

  private static func connect(to path: String) -> String {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return reason() }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < 108 else { return "too long" }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(descriptor, $0, size)
      }
    }
    return result == 0 ? "connected" : reason()
  }

  private static func read(_ path: String) -> String {
    let file = unsafe open(path, O_RDONLY | O_NONBLOCK)
    guard file >= 0 else { return reason() }
    close(file)
    return "opened"
  }

  private static func reason() -> String { unsafe String(cString: strerror(errno)) }
}
