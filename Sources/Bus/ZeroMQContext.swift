import CZeroMQ
import EventLoop
import Glibc

/// The only owner of a libzmq context: its threads end when it goes.
///
/// Ending waits for what its sockets still have to send, at most as long as each socket lingers.
@safe struct ZeroMQContext: ~Copyable {
  let raw: UnsafeMutableRawPointer

  /// Makes a context with one I/O thread.
  init() throws(SystemError) {
    guard let raw = unsafe zmq_ctx_new() else { throw .last("make a message context") }
    unsafe self.raw = raw
    // The default is room for a thousand sockets, which is set aside at once.
    _ = unsafe zmq_ctx_set(raw, ZMQ_MAX_SOCKETS, 8)
  }

  deinit {
    while unsafe zmq_ctx_term(raw) != 0, errno == EINTR {}
  }
}

/// A context that several sockets use: it ends with the last of them, never before.
final class SharedContext {
  let context: ZeroMQContext

  /// Makes a context.
  init() throws(SystemError) {
    context = try ZeroMQContext()
  }
}
