import EventLoop

/// A request of a server that a peer has still to answer.
struct PendingRequest {
  let type: MessageName
  let peer: PeerID
  let timer: LoopTimer
  let complete: (Result<[UInt8], BusError>) -> Void
}
