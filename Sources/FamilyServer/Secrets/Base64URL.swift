import CSodium

/// Bytes in the characters of base64url, without padding.
enum Base64URL {
  /// Writes bytes.
  static func text(of bytes: [UInt8]) -> String {
    let variant = Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    var text = [CChar](
      repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
    unsafe sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
