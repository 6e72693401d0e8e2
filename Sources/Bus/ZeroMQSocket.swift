import CZeroMQ
import EventLoop
import Glibc

/// The only owner of a libzmq socket: closed when it goes.
@safe struct ZeroMQSocket: ~Copyable {
  /// Readable when something may have changed.
  ///
  /// It is edge-triggered in effect: ask the socket again after every send and receive before
  /// waiting for it.
  let descriptor: Int32
  private let raw: UnsafeMutableRawPointer
  /// Kept so that the context ends after the socket is closed.
  private let context: SharedContext
  /// The part that was received last; one for all, so that receiving allocates nothing.
  private let part: UnsafeMutablePointer<zmq_msg_t>

  /// Makes a socket of a kind that libzmq names.
  init(_ kind: Int32, in context: SharedContext) throws(SystemError) {
    guard let raw = unsafe zmq_socket(context.context.raw, kind) else {
      throw .last("make a message socket")
    }
    unsafe self.raw = raw
    self.context = context
    unsafe part = .allocate(capacity: 1)
    _ = unsafe zmq_msg_init(part)
    var descriptor: Int32 = -1
    var size = MemoryLayout<Int32>.size
    _ = unsafe zmq_getsockopt(raw, ZMQ_FD, &descriptor, &size)
    self.descriptor = descriptor
  }

  deinit {
    _ = unsafe zmq_msg_close(part)
    unsafe part.deallocate()
    _ = unsafe zmq_close(raw)
  }

  // MARK: Options and ends

  /// Sets an option that is a number.
  func set(_ option: Int32, _ value: Int32) {
    var value = value
    let result = unsafe zmq_setsockopt(raw, option, &value, MemoryLayout<Int32>.size)
    precondition(result == 0, "libzmq does not know the option \(option)")
  }

  /// Sets an option that is a 64-bit number.
  func set(_ option: Int32, wide value: Int64) {
    var value = value
    let result = unsafe zmq_setsockopt(raw, option, &value, MemoryLayout<Int64>.size)
    precondition(result == 0, "libzmq does not know the option \(option)")
  }

  /// Serves the Unix socket at `path`.
  func bind(_ path: String) throws(SystemError) {
    guard unsafe zmq_bind(raw, "ipc://" + path) == 0 else { throw .last("serve", path: path) }
  }

  /// Connects to the Unix socket at `path`; it is done in the background.
  func connect(_ path: String) throws(SystemError) {
    guard unsafe zmq_connect(raw, "ipc://" + path) == 0 else {
      throw .last("connect to", path: path)
    }
  }

  // MARK: Sending

  /// Sends one part of a message, never waiting.
  func send(_ bytes: [UInt8], more: Bool) -> SendOutcome {
    let flags = ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)
    while true {
      let result = unsafe bytes.withUnsafeBytes { buffer in
        unsafe zmq_send(raw, buffer.baseAddress, buffer.count, flags)
      }
      if result >= 0 { return .sent }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .full
      default: return .unroutable
      }
    }
  }

  // MARK: Receiving

  /// Receives one part into the socket, never waiting; false when there is none.
  func receivePart() -> Bool {
    while true {
      if unsafe zmq_msg_recv(part, raw, ZMQ_DONTWAIT) >= 0 { return true }
      guard errno == EINTR else { return false }
    }
  }

  /// Receives one part into the socket; false when none comes within the time.
  func receivePart(within milliseconds: Int32) -> Bool {
    set(ZMQ_RCVTIMEO, milliseconds)
    // An interrupted wait is over early; whoever waits longer looks at the clock.
    return unsafe zmq_msg_recv(part, raw, 0) >= 0
  }

  /// Whether the part that was received is followed by another of its message.
  var partHasMore: Bool { unsafe zmq_msg_more(part) != 0 }

  /// The size of the part that was received.
  var partSize: Int { unsafe zmq_msg_size(part) }

  /// Lends the bytes of the part that was received.
  func withPart<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe body(UnsafeRawBufferPointer(start: zmq_msg_data(part), count: partSize))
  }

  /// Who sent the part that was received, from the kernel.
  var partSender: Credentials? {
    var uid: UInt32 = 0
    var gid: UInt32 = 0
    var pid: Int32 = 0
    guard unsafe czeromq_sender(part, &uid, &gid, &pid) == 1 else { return nil }
    return Credentials(uid: uid, gid: gid, pid: pid)
  }
}
