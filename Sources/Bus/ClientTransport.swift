import EventLoop

/// How a connection's messages travel: over a socket, or to a server in the same thread.
protocol ClientTransport: AnyObject {
  /// Who serves, as the kernel says.
  var serverCredentials: Credentials { get }
  /// Sends a message, never waiting.
  func send(_ header: [UInt8], _ body: [UInt8]) -> SendOutcome
  /// Takes the next message that has come, never waiting.
  func receive() -> Frames?
  /// Waits a moment for the next message; nil when none came in that time or before the deadline.
  ///
  /// It is the shortest way for an answer that is about to come. `wait` is for longer, and notices the
  /// server's end.
  func receiveSoon(until deadline: Int64) -> Frames?
  /// Waits until something may have come or may be sent, or until the deadline on the boot clock.
  func wait(until deadline: Int64) throws(BusError)
  /// Whether the server's process has ended; what it sent before may still come.
  var serverHasEnded: Bool { get }
  /// Calls `ready` in each turn of the loop in which something may have come.
  func watch(in loop: EventLoop, _ ready: @escaping () -> Void) throws(SystemError)
  /// Lets go of everything; what was sent may still be delivered.
  func close()
}
