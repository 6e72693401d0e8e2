import EventLoop
import Glibc

/// A file of certificates, the only ones by which a server is known: for a family whose server has signed its own.
///
/// It is kept by its path, so that whoever runs the machine can put a renewed certificate there.
package struct AuthorityFile: Hashable, Codable, Sendable {
  /// The file, by an absolute path.
  package let path: String

  /// Names a file.
  ///
  /// - Throws: `invalid` for a path that isn't absolute; `notStored` as ``check()``.
  package init(path: String) throws(DeviceError) {
    guard path.hasPrefix("/") else {
      throw DeviceError(
        .invalid, "\"\(path.prefix(200))\" is no absolute path",
        hint: "such as /etc/family/server.pem")
    }
    self.path = path
    try check()
  }

  /// Reads a path from a document; whether the file is there is for each request to find out.
  package init(from decoder: any Decoder) throws {
    path = try String(from: decoder)
  }

  /// Writes the path.
  package func encode(to encoder: any Encoder) throws {
    try path.encode(to: encoder)
  }

  /// Sees to it that the file can be read, and that nobody but us and root can change it: whoever could
  /// would be the server.
  ///
  /// - Throws: `notStored` with what is wrong.
  func check() throws(DeviceError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, unsafe access(path, R_OK) == 0 else {
      throw DeviceError(
        .notStored, "\(SystemError.last("read the server's certificate", path: path))",
        hint: "put the certificate there by which the server is known")
    }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == 0 || status.st_uid == geteuid(),
      status.st_mode & 0o022 == 0
    else {
      throw DeviceError(
        .notStored, "\(path) can be changed by others, who could then be the server",
        hint: "chown it to root, and chmod 644")
    }
  }
}
