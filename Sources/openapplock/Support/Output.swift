import FoundationEssentials
import Glibc

/// Where a command writes: sentences and tables for people, or JSON for programs.
struct Output {
  /// Whether programs read it.
  let isJSON: Bool
  /// How text looks on this terminal, if it is one.
  let style: Style

  /// Makes an output; colour only on a terminal and never with `NO_COLOR`.
  init(isJSON: Bool, environment: [String: String]) {
    self.isJSON = isJSON
    style = Style(isColoured: isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty)
  }

  /// Prints a value, as JSON or as the text that `text` makes of it: both say the same.
  func show<Value: Encodable>(_ value: Value, text: (Value, Style) -> String) {
    Self.write(isJSON ? Self.json(value) : text(value, style), to: STDOUT_FILENO)
  }

  /// Prints what went wrong: with `--json` on the standard output, else in one line on the other.
  func show(_ failure: Failure) {
    if isJSON {
      Self.write(Self.json(FailureReport(failure)), to: STDOUT_FILENO)
      return
    }
    Self.write("openapplock: \(failure.message)", to: STDERR_FILENO)
    if let hint = failure.hint { Self.write("hint: \(hint)", to: STDERR_FILENO) }
  }

  /// Prints a line for people who watch, on the standard output.
  static func say(_ line: String) {
    write(line, to: STDOUT_FILENO)
  }

  /// Prints a line about what is being done, on the standard error output.
  static func note(_ line: String) {
    write(line, to: STDERR_FILENO)
  }

  /// Prints a line on the standard output, and tells whether somebody reads it.
  static func sayToReader(_ line: String) -> Bool {
    write(line, to: STDOUT_FILENO)
  }

  /// A value as one line of JSON.
  static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      preconditionFailure("a report that cannot be written as JSON: \(error)")
    }
  }

  /// Writes a line whole; a reader that has gone is no failure of the command.
  @discardableResult
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    guard !text.isEmpty else { return true }
    var bytes = Array((text + "\n").utf8)[...]
    while !bytes.isEmpty {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return false }
      bytes = bytes.dropFirst(written)
    }
    return true
  }
}

/// What `--json` prints for a failure.
private struct FailureReport: Encodable {
  struct Content: Encodable {
    let code: String
    let message: String
    let hint: String?
  }

  let error: Content

  init(_ failure: Failure) {
    error = Content(code: failure.code, message: failure.message, hint: failure.hint)
  }
}
