import CSodium

/// The system's randomness, as libsodium hands it out.
enum Randomness {
  /// Makes libsodium ready; it picks what this processor is fast at.
  static let isReady = sodium_init() >= 0

  /// So many random bits in the characters of base64url.
  static func text(bits: Int) -> String {
    precondition(isReady, "libsodium could not find any randomness")
    var bytes = [UInt8](repeating: 0, count: bits / 8)
    unsafe randombytes_buf(&bytes, bytes.count)
    return Base64URL.text(of: bytes)
  }
}

/// The system's randomness as a source for Swift's own functions.
///
/// It asks for much at once: each time is a call of the system's.
struct SystemRandomness: RandomNumberGenerator {
  private var numbers = [UInt64](repeating: 0, count: 32)
  private var used = 32

  mutating func next() -> UInt64 {
    if used == numbers.count { refill() }
    defer { used += 1 }
    return numbers[used]
  }

  private mutating func refill() {
    precondition(Randomness.isReady, "libsodium could not find any randomness")
    unsafe numbers.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe randombytes_buf(start, bytes.count)
    }
    used = 0
  }
}

extension RandomNumberGenerator {
  /// So many random bits, at most 64, in the characters of base64url.
  mutating func text(bits: Int) -> String {
    let number = next()
    return Base64URL.text(
      of: (0..<bits / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
  }
}
