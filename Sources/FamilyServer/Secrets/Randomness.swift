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
struct SystemRandomness: RandomNumberGenerator {
  mutating func next() -> UInt64 {
    precondition(Randomness.isReady, "libsodium could not find any randomness")
    return UInt64(randombytes_random()) << 32 | UInt64(randombytes_random())
  }
}
