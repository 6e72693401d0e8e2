package import FoundationEssentials
import Glibc

/// Where an extension's program reads a call and says what came of it.
package struct ExtensionConsole {
  /// The most that a call on standard input may have, in bytes; as much as a message's body.
  package static let longestCall = 4 << 20

  /// Reads all of the input; `nil` when it cannot be read or is longer than a call may be.
  package let read: () -> Data?
  /// Writes output; the text ends its own lines.
  package let print: (String) -> Void
  /// Writes to whoever started the program by hand; the text ends its own lines.
  package let complain: (String) -> Void

  /// Makes a console.
  package init(
    read: @escaping () -> Data?, print: @escaping (String) -> Void,
    complain: @escaping (String) -> Void
  ) {
    self.read = read
    self.print = print
    self.complain = complain
  }

  /// The process's own descriptors.
  package static var standard: ExtensionConsole {
    ExtensionConsole(
      read: { Self.readAll(STDIN_FILENO) },
      print: { Self.write($0, to: STDOUT_FILENO) },
      complain: { Self.write($0, to: STDERR_FILENO) })
  }

  private static func readAll(_ descriptor: Int32) -> Data? {
    var bytes = Data()
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= longestCall {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count < 0 {
        guard errno == EINTR else { return nil }
        continue
      }
      bytes.append(contentsOf: chunk[..<count])
    }
    return nil
  }

  /// Nobody is left to be told when a text cannot be written, so that ends the writing quietly.
  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
