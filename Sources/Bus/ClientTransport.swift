import EventLoop
import FoundationEssentials

/// How a connection's messages travel: over a socket, or to a server in the same thread.
protocol ClientTransport: AnyObject {
  /// Who serves, as the kernel says.
  var serverCredentials: Credentials { get }
  /// Sends a message, never waiting.
  func send(_ header: [UInt8], _ body: Data) -> SendOutcome
  /// Takes the next message that has come, never waiting.
  func receive() -> Frames?
  /// Waits until something may have come or may be sent, or until the deadline on the boot clock.
  func wait(until deadline: Int64) throws(BusError)
  /// Whether the server's process has ended; what it sent before may still come.
  var serverHasEnded: Bool { get }
  /// Calls `ready` in each turn of the loop in which something may have come.
  func watch(in loop: EventLoop, _ ready: @escaping () -> Void) throws(SystemError)
  /// Lets go of everything; what was sent may still be delivered.
  func close()
}
