extension ZeroMQSocket {
  /// Receives the rest of a message: what stands behind the transport's own parts.
  ///
  /// The current part is the last of those when `isBehindIdentity`, and the first frame otherwise.
  func receiveFrames(isBehindIdentity: Bool) -> Frames {
    var frames = Frames()
    var framing = Framing()
    var isCurrent = !isBehindIdentity
    while isCurrent || (partHasMore && receivePart()) {
      isCurrent = false
      switch framing.take(size: partSize) {
      case .keepAsHeader: frames.header = unsafe withPart { bytes in unsafe [UInt8](bytes) }
      case .keepAsBody: frames.body = unsafe withPart { bytes in unsafe [UInt8](bytes) }
      case .skip: break
      }
    }
    frames.fault = framing.fault
    return frames
  }

  /// Sends a message's two frames, never waiting.
  func send(header: [UInt8], body: [UInt8]) -> SendOutcome {
    let outcome = send(header, more: true)
    return outcome == .sent ? send(body, more: false) : outcome
  }
}
