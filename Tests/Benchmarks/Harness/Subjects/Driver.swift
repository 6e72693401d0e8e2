import Glibc

/// Our side of `Reference/driver.h`: measures when the harness says so.
enum Driver {
  /// Tells the harness that a subject without samples is set up.
  static func sayReady(columns: Int = 0) {
    emit(Array("ready \(columns)\n".utf8))
  }

  /// Serves the harness until it closes our input: for each count that it writes, as many samples.
  ///
  /// - Throws: what measuring fails with.
  static func drive(columns: Int = 1, _ once: () throws -> [UInt64]) throws {
    sayReady(columns: columns)
    while let line = readLine(), let count = Int(line), count > 0 {
      var samples: [UInt64] = []
      samples.reserveCapacity(count * columns)
      for _ in 0..<count { samples += try once() }
      unsafe samples.withUnsafeBytes { unsafe emit(Array($0)) }
    }
  }

  private static func emit(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(STDOUT_FILENO, buffer.baseAddress?.advanced(by: sent), bytes.count - sent)
      }
      guard count > 0 else { return }
      sent += count
    }
  }
}

/// The monotonic clock in nanoseconds: the one that the references read.
func monotonicNanoseconds() -> UInt64 {
  var now = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &now)
  return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
}
