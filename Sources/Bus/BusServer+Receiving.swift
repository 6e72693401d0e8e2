import CivilTime

/// The one place through which everything that a server hears goes, over either transport.
extension BusServer {
  /// How many breaches of the protocol a connection is answered before it is let go.
  private static let faultLimit = 16

  /// Takes a connection; a stranger's is refused with its first message.
  func admit(_ credentials: Credentials, over link: any PeerLink) -> ServerPeer {
    let peer = ServerPeer(
      id: nextPeerID(), credentials: credentials, role: role(credentials), link: link)
    peersByID[peer.id] = peer
    return peer
  }

  /// Takes a message: who sent it is checked, then its shape, then its header, then its place in the
  /// conversation, and only then its body.
  func receive(_ frames: Frames, from peer: ServerPeer) {
    guard !peer.isIgnored, !isClosed else { return }
    let parsed = Result { () throws(Header.Fault) in try Header(parsing: frames.header) }
    let header = try? parsed.get()
    peer.receivedCount += 1
    tell(.received, header, frames.header, frames.body, peer)
    guard let role = peer.role else { return refuseStranger(peer, header) }
    if let fault = frames.fault { return refuse(fault.error, header, from: peer) }
    switch parsed {
    case .failure(.otherVersion(let version)):
      refuse(.otherVersion(version, peer: peer.displayName, server: name), nil, from: peer)
    case .failure(let fault):
      refuse(BusError(.malformed, fault.text), nil, from: peer)
    case .success(let header):
      take(header, frames.body, from: peer, as: role)
    }
  }

  private func take(_ header: Header, _ body: [UInt8], from peer: ServerPeer, as role: Role) {
    guard header.id > peer.lastID else {
      return refuse(BusError(.malformed, "message \(header.id) came before"), header, from: peer)
    }
    peer.lastID = header.id
    guard let description = peer.ready else {
      return takeFirst(header, body, from: peer, as: role)
    }
    guard header.session == peer.session else {
      return refuse(
        BusError(.malformed, "the session is another than that of hello"), header, from: peer)
    }
    switch header.kind {
    case .request: dispatch(header, body, from: peer, description)
    case .reply: takeAnswer(header, .success(body), from: peer)
    case .error: takeAnswer(header, .failure(error(in: body, of: header.type)), from: peer)
    // A notice that nobody knows is of a newer side, and ignored.
    case .notice: if header.type == Goodbye.name { release(peer) }
    }
  }

  // MARK: Requests

  /// Checks who may send it, and hands a request to its handler.
  private func dispatch(_ header: Header, _ body: [UInt8], from peer: ServerPeer, _ sender: Peer) {
    let slot = AnswerSlot(
      for: header.type,
      dropped: { [weak self] in
        self?.fault("unanswered", "\"\(header.type)\" of \(sender.name) was never answered")
      },
      deliver: { [weak self] result in
        guard let self, peersByID[peer.id] != nil, !peer.isIgnored else { return }
        answer(header.reference, of: header.type, result, to: peer)
      })
    do throws(BusError) {
      try check(header.type, sender)
      guard let handler = handlers[header.type] else { throw unknown(header.type) }
      let caller = Caller(peer: sender, reference: header.reference)
      guard let whileHandling else { return handler(body, caller, slot) }
      whileHandling(header.reference) { handler(body, caller, slot) }
    } catch {
      slot.answer(.failure(error))
    }
  }

  private func check(_ type: MessageName, _ sender: Peer) throws(BusError) {
    guard let traits = registry[type]?.traits else { throw unknown(type) }
    guard traits.senders.contains(sender.role) else {
      let allowed = traits.senders.map(\.rawValue).sorted().joined(separator: ", ")
      throw BusError(
        .notPermitted, "\"\(type)\" is not for the role \(sender.role.rawValue)",
        hint: allowed.isEmpty ? "only \(name) sends it" : "it is for \(allowed)",
        detail: ["operation": type.text, "role": sender.role.rawValue])
    }
  }

  private func unknown(_ type: MessageName) -> BusError {
    BusError(
      .unknownMessage, "\(name) \(version) does not know \"\(type)\"",
      detail: ["operation": type.text])
  }

  // MARK: Answers

  /// Takes the answer of the peer that was asked; one that comes too late finds nothing.
  private func takeAnswer(
    _ header: Header, _ result: Result<[UInt8], BusError>, from peer: ServerPeer
  ) {
    guard let cause = header.cause, cause.sessionID == sessionID,
      let request = pending[cause.id], request.peer == peer.id, request.type == header.type
    else { return reportStray(header, from: peer) }
    complete(cause.id, result)
  }

  /// An answer that nobody waits for changes nothing, and is told: whoever gives one is out of step.
  private func reportStray(_ header: Header, from peer: ServerPeer) {
    let isOthers = header.cause.flatMap { pending[$0.id] }.map { $0.peer != peer.id } ?? false
    let reason =
      isOthers ? "which another was asked" : "which it was not asked, or which is over already"
    fault("strayAnswer", "\(peer.displayName) answered \"\(header.type)\", \(reason)")
  }

  private func error(in body: [UInt8], of type: MessageName) -> BusError {
    do {
      return try BodyCoder.decode(BusError.self, from: body, of: type)
    } catch {
      return error
    }
  }

  // MARK: Hello

  private func takeFirst(_ header: Header, _ body: [UInt8], from peer: ServerPeer, as role: Role) {
    guard header.kind == .request else { return }
    guard header.type == Hello.name else {
      return refuse(
        BusError(
          .helloRequired, "\"\(header.type)\" came before hello",
          hint: "say hello first: name, version, oldest and newest protocol"),
        header, from: peer)
    }
    do throws(BusError) {
      let hello = try BodyCoder.decode(Hello.self, from: body, of: Hello.name)
      try hello.check(against: name)
      try welcome(hello, header, peer, role)
    } catch {
      refuse(error, header, from: peer)
    }
  }

  private func welcome(
    _ hello: Hello, _ header: Header, _ peer: ServerPeer, _ role: Role
  ) throws(BusError) {
    let description = Peer(
      id: peer.id, credentials: peer.credentials, name: hello.name, role: role,
      session: header.session.description, version: hello.version, since: now(),
      attributes: hello.attributes)
    if let objection = objection?(description) { throw objection }
    peer.phase = .ready(description)
    peer.session = header.session
    peer.name = hello.name
    let reply = Hello.Reply(
      name: name, version: version, protocol: Header.version, session: session,
      pid: Credentials.own.pid)
    let body = Result { () throws(BusError) in try BodyCoder.encode(reply, of: Hello.name) }
    answer(header.reference, of: Hello.name, body, to: peer)
    // The answer may have shown that it is gone.
    if peer.ready != nil { onPeerReady?(description) }
  }

  // MARK: Refusals

  private func refuseStranger(_ peer: ServerPeer, _ header: Header?) {
    let credentials = peer.credentials
    let error = BusError(
      .notPermitted, "\(name) does not serve user \(credentials.uid)",
      hint: "run this as the account that the service is for")
    answer(header?.reference, of: header?.type ?? Hello.name, .failure(error), to: peer)
    fault("stranger", "process \(credentials.pid) of user \(credentials.uid) was refused")
    ignore(peer, because: error)
  }

  /// Answers a breach of the protocol, and lets go of a connection that has many.
  private func refuse(_ error: BusError, _ header: Header?, from peer: ServerPeer) {
    peer.faultCount += 1
    fault(error.code.rawValue, "\(peer.displayName): \(error.message)")
    let isAnswerable = header.map { $0.kind == .request } ?? true
    if isAnswerable {
      answer(header?.reference, of: header?.type ?? Hello.name, .failure(error), to: peer)
    }
    guard peer.faultCount >= BusServer.faultLimit, !peer.isIgnored else { return }
    fault("letGo", "\(peer.displayName) broke the protocol too often and is no longer heard")
    ignore(peer, because: error)
  }
}
