import Glibc

/// Standard error, between the lines of the test runner.
enum Loud {
  static func say(_ line: String) {
    let bytes = Array(("*** " + line + "\n").utf8)
    _ = unsafe write(2, bytes, bytes.count)
  }
}
