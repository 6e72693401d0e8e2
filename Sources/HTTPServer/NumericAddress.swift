import Glibc

/// The one spelling of an address that is compared with others.
package enum NumericAddress {
  /// What an address of IPv4 begins with where it is written as one of IPv6 (`::ffff:127.0.0.1`).
  private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  /// The usual spelling of an address of IPv4 or IPv6; `nil` for what is none.
  ///
  /// One of IPv4 that is written as one of IPv6 is the same caller as without that.
  package static func spelling(of text: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if unsafe inet_pton(AF_INET, text, &bytes) == 1 { return spelling(of: bytes, AF_INET) }
    guard unsafe inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
    return bytes.starts(with: mapped)
      ? spelling(of: Array(bytes[mapped.count...]), AF_INET) : spelling(of: bytes, AF_INET6)
  }

  private static func spelling(of bytes: [UInt8], _ family: Int32) -> String? {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
