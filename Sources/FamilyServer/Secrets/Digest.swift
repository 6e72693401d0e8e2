import CSodium

/// BLAKE2b with 256 bits, as libsodium has it.
enum Digest {
  /// The digest of bytes, keyed unless the key is empty, as 64 hexadecimal digits.
  static func hexadecimal(of bytes: [UInt8], key: [UInt8] = []) -> String {
    // Keys of any length: a longer one than the function takes is shortened to its own digest.
    let key = key.count > 64 ? Array(hexadecimal(of: key).utf8) : key
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe crypto_generichash(
      &digest, digest.count, bytes, UInt64(bytes.count), key.isEmpty ? nil : key, key.count)
    // With its zero byte.
    let length = 2 * digest.count + 1
    return unsafe String(unsafeUninitializedCapacity: length) { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return 0 }
        unsafe sodium_bin2hex(start, length, digest, digest.count)
        return length - 1
      }
    }
  }

  /// Whether two texts of one length are the same, in a time that doesn't tell where they differ.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return unsafe sodium_memcmp(left, right, left.count) == 0
  }
}
