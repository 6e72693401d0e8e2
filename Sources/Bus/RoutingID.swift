/// The name that libzmq gave a connection of a router: a zero byte and four others.
///
/// A client may choose a name of its own, which never begins with a zero byte; none of ours does, and
/// such connections aren't heard.
struct RoutingID: Hashable {
  private let number: UInt32

  /// Reads the first part of what a router received; nil for a name that the client chose.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 5, unsafe bytes[0] == 0 else { return nil }
    number = unsafe bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self)
  }

  /// The first part of what a router is to send.
  var bytes: [UInt8] {
    let parts = number
    return [0] + (0..<4).map { UInt8(truncatingIfNeeded: parts >> (8 * $0)) }
  }
}
