import Arguments
import EventLoop
import Glibc
import HTTPServer

/// The files of a certificate and its key, as they were named.
struct CertificateFiles {
  private static let longest = 256 * 1024

  let chain: String
  let key: String

  /// Reads both.
  ///
  /// - Throws: which of them can't be read, or isn't what it should be.
  func read() throws -> HTTPServer.Certificate {
    HTTPServer.Certificate(
      chain: try Self.text(of: chain, holding: "CERTIFICATE", "certificate"),
      key: try Self.text(of: key, holding: "PRIVATE KEY", "private key"))
  }

  /// Says that the two don't fit, for a server that was not started with them.
  var misfit: ProgramFailure {
    ProgramFailure(
      "could not use the certificate \"\(chain)\" with the key \"\(key)\"",
      hint: "the key has to be the certificate's own, without a passphrase")
  }

  private static func text(
    of path: String, holding mark: String, _ kind: String
  ) throws -> String {
    let file = try FileDescriptor(
      checking: unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY), "read", path: path)
    var bytes = [UInt8](repeating: 0, count: longest)
    var count = 0
    while count < bytes.count {
      let more = unsafe Glibc.read(file.raw, &bytes[count], bytes.count - count)
      guard more >= 0 else { throw SystemError.last("read", path: path) }
      if more == 0 { break }
      count += more
    }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    guard text.contains("-----BEGIN ") && text.contains("\(mark)-----") else {
      throw ProgramFailure(
        "could not use \"\(path)\": it holds no \(kind)",
        hint: "a \(kind) is a text that begins with -----BEGIN (PEM)")
    }
    return text
  }
}
