import CSodium

/// Bytes in the characters of base64url, without padding.
enum Base64URL {
  /// Writes bytes.
  static func text(of bytes: [UInt8]) -> String {
    let variant = Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    // With its zero byte.
    let length = sodium_base64_encoded_len(bytes.count, variant)
    return unsafe String(unsafeUninitializedCapacity: length) { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return 0 }
        unsafe sodium_bin2base64(start, length, bytes, bytes.count, variant)
        return length - 1
      }
    }
  }
}
