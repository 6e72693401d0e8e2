import CivilTime
import EventLoop

extension BusServer {
  /// Asks a peer.
  ///
  /// `completion` is called exactly once: with the answer, or with `timeout`, `peerGone`,
  /// `congested` or what the peer answered instead.
  ///
  /// It may be called before this returns: over the in-process transport a peer answers at once, and a
  /// peer that is gone already is known to be.
  package func send<R: BusRequest>(
    _ request: R, to id: PeerID, within limit: Duration, cause: MessageReference? = nil,
    completion: @escaping (Result<R.Reply, BusError>) -> Void
  ) {
    let body: [UInt8]
    do {
      body = try BodyCoder.encode(request, of: R.name)
    } catch {
      return completion(.failure(error))
    }
    send(R.name, body, to: id, within: limit, cause: cause) { result in
      completion(
        result.flatMap { data in
          Result { () throws(BusError) in try BodyCoder.decode(R.Reply.self, from: data, of: R.name)
          }
        })
    }
  }

  /// Asks a peer with a body that is written already; `completion` is called as above.
  func send(
    _ type: MessageName, _ body: [UInt8], to id: PeerID, within limit: Duration,
    cause: MessageReference? = nil, completion: @escaping (Result<[UInt8], BusError>) -> Void
  ) {
    guard let peer = peersByID[id], let description = peer.ready else {
      return completion(.failure(.peerGone("\(id)", before: type)))
    }
    let number = nextMessageID()
    let timer = loop.after(limit) { [unowned self] in
      complete(number, .failure(.timeout(type, peer: description.name, limit: limit)))
    }
    pending[number] = PendingRequest(type: type, peer: id, timer: timer, complete: completion)
    let header = Header(
      kind: .request, id: number, session: sessionID, type: type, cause: cause, time: now())
    transmit(header, body, to: peer)
  }

  /// Completes a pending request; one that was completed already (the answer came after its
  /// deadline) is left alone.
  func complete(_ number: UInt64, _ result: Result<[UInt8], BusError>) {
    guard let request = pending.removeValue(forKey: number) else { return }
    request.timer.cancel()
    request.complete(result)
  }

  /// Answers a request.
  func answer(
    _ request: MessageReference?, of type: MessageName, _ result: Result<[UInt8], BusError>,
    to peer: ServerPeer
  ) {
    switch result {
    case .success(let body):
      transmit(.reply, type, body, to: peer, cause: request)
    case .failure(let error):
      let body = (try? BodyCoder.encode(error, of: type)) ?? BodyCoder.empty
      transmit(.error, type, body, to: peer, cause: request)
    }
  }

  func transmit(
    _ kind: Header.Kind, _ type: MessageName, _ body: [UInt8], to peer: ServerPeer,
    cause: MessageReference? = nil
  ) {
    let header = Header(
      kind: kind, id: nextMessageID(), session: sessionID, type: type, cause: cause, time: now())
    transmit(header, body, to: peer)
  }

  private func transmit(_ header: Header, _ body: [UInt8], to peer: ServerPeer) {
    let bytes = header.bytes
    peer.sentCount += 1
    tell(.sent, header, bytes, body, peer)
    switch peer.link.send(bytes, body) {
    case .sent: return
    case .full:
      fault("congested", "\(peer.displayName) does not read its messages and is let go")
      ignore(peer, because: .congested(peer.displayName))
    case .unroutable: release(peer)
    }
  }

  // MARK: Ends

  /// Hears no more of a peer, and remembers that until its process has ended.
  func ignore(_ peer: ServerPeer, because reason: BusError) {
    let description = peer.ready
    peer.phase = .ignored
    tap.forget(peer.id)
    abandon(peer, reason)
    if let description { onPeerGone?(description) }
  }

  /// Lets go of a peer that is gone.
  func release(_ peer: ServerPeer) {
    guard peersByID.removeValue(forKey: peer.id) != nil else { return }
    let name = peer.displayName
    let description = peer.ready
    peer.phase = .ignored
    peer.link.release()
    tap.forget(peer.id)
    abandon(peer, .peerGone(name))
    if let description { onPeerGone?(description) }
  }

  /// Completes what a peer was still to answer, in the order in which it was asked.
  private func abandon(_ peer: ServerPeer, _ reason: BusError) {
    for number in pending.filter({ $0.value.peer == peer.id }).keys.sorted() {
      guard let type = pending[number]?.type else { continue }
      let error =
        reason.code == .peerGone ? BusError.peerGone(peer.displayName, before: type) : reason
      complete(number, .failure(error))
    }
  }

  func fault(_ code: String, _ message: String) {
    onFault?(code, message)
  }
}
