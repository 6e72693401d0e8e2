import CLinux
import Glibc

/// The guard's end of the socket pair that it inherited.
struct ControlSocket {
  /// What came out of the socket.
  enum Received {
    case nothing
    case command(GuardCommand)
    /// A packet that is no command: the service is not one of ours.
    case malformed
    case closed
  }

  let descriptor: Int32

  /// Takes the next packet, without waiting.
  func receive() -> Received {
    unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: GuardCommand.largestPacket
    ) { buffer in
      let count = unsafe oal_packet_receive(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 { return errno == EAGAIN ? .nothing : errno == EMSGSIZE ? .malformed : .closed }
      guard count > 0 else { return .closed }
      let packet = unsafe UnsafeBufferPointer(rebasing: buffer[..<Int(count)])
      return unsafe GuardCommand(packet: packet).map { .command($0) } ?? .malformed
    }
  }

  /// Sends without waiting; `false` when nobody makes room.
  func send(_ notice: GuardNotice) -> Bool {
    let packet = notice.packet
    return unsafe oal_packet_send(descriptor, packet, packet.count) == Int64(packet.count)
  }
}
