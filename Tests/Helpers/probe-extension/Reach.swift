import FoundationEssentials
import Glibc

/// Tries what an extension has no business with, as a file of its app group says line by line, and
/// writes down beside it how each of them went.
struct Reach {
  /// What is tried, a line each: a word and what it is tried on.
  static let wishes = "wishes"
  /// How it went: the line of the wish, and `ok` or the system's reason.
  static let outcomes = "outcomes"

  let groupDirectory: String

  /// Tries everything.
  ///
  /// - Throws: what the system says when the group's own files can't be used.
  func tryAll() throws {
    let wishes = try String(
      decoding: Data(contentsOf: file(Self.wishes)), as: UTF8.self
    ).split(separator: "\n")
    let lines = wishes.map { wish -> String in
      let words = wish.split(separator: " ", maxSplits: 1).map(String.init)
      let worked = words.count == 2 && attempt(words[0], words[1])
      return "\(wish): \(worked ? "ok" : String(errno))\n"
    }
    try Data(lines.joined().utf8).write(to: file(Self.outcomes), options: .atomic)
  }

  private func file(_ name: String) -> URL { URL(filePath: groupDirectory + "/" + name) }

  private func attempt(_ what: String, _ target: String) -> Bool {
    errno = 0
    switch what {
    case "read": return opens(target, O_RDONLY)
    case "list": return opens(target, O_RDONLY | O_DIRECTORY)
    case "write": return opens(target, O_WRONLY | O_CREAT)
    case "truncate": return unsafe truncate(target, 0) == 0
    case "remove": return unsafe unlink(target) == 0
    case "link": return unsafe symlink("/etc/passwd", target) == 0
    case "execute": return executes(target)
    case "signal": return kill(Int32(target) ?? 0, 0) == 0
    case "tcp": return reaches(AF_INET, SOCK_STREAM, port: target)
    case "udp": return reaches(AF_INET, SOCK_DGRAM, port: target)
    case "tcp6": return has(AF_INET6, SOCK_STREAM)
    case "netlink": return has(AF_NETLINK, SOCK_DGRAM)
    default: return false
    }
  }

  private func opens(_ path: String, _ flags: Int32) -> Bool {
    let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  private func executes(_ path: String) -> Bool {
    var child: pid_t = 0
    var arguments = unsafe [strdup(path), nil]
    defer { unsafe free(arguments[0]) }
    errno = unsafe posix_spawn(&child, path, nil, nil, &arguments, environ)
    guard errno == 0 else { return false }
    _ = waitpid(child, nil, 0)
    return true
  }

  private func has(_ family: Int32, _ kind: __socket_type) -> Bool {
    let descriptor = socket(family, Int32(kind.rawValue), 0)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  private func reaches(_ family: Int32, _ kind: __socket_type, port: String) -> Bool {
    let descriptor = socket(family, Int32(kind.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(family)
    address.sin_port = (UInt16(port) ?? 0).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return unsafe withUnsafePointer(to: &address) { place in
      unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, size) == 0
      }
    }
  }
}
