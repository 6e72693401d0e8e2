import EventLoop
import Glibc

/// A file that is written line by line while a conversation goes on.
///
/// Only its owner can read it: it holds what somebody uses, and when.
final class RecordingFile {
  private let file: FileDescriptor
  private let path: String

  /// Makes the file.
  ///
  /// - Throws: `notStored` where there is one already, or none can be made.
  init(_ path: String) throws(Failure) {
    self.path = path
    do {
      file = try FileDescriptor(
        checking: unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600), "make",
        path: path)
    } catch {
      throw Failure(
        "notStored", error.description,
        hint: error.errno == EEXIST ? "choose another name, or remove that file" : nil)
    }
  }

  /// Adds a line.
  ///
  /// - Throws: `notStored` when the disk doesn't take it.
  func add(_ line: String) throws(Failure) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(file.raw, buffer.baseAddress, buffer.count)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        throw Failure("notStored", SystemError.last("write", path: path).description)
      }
      bytes = bytes.dropFirst(written)
    }
  }
}
