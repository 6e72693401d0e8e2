import CivilTime
import EventLoop

/// Whoever wants to know of every message: the tap's readers, and one observer in this process.
extension BusServer {
  /// Whether anybody reads the tap or observes; what is told only then need not be worked out else.
  package var isObserved: Bool { tap.isRead || observer != nil }

  /// Tells of a message that was received or is being sent.
  func tell(
    _ direction: TapRecord.Direction, _ parsed: Header?, _ header: [UInt8], _ body: [UInt8],
    _ peer: ServerPeer
  ) {
    // What the tap itself sends and gets would tell of itself without end.
    guard parsed?.type != TapRecords.name else { return }
    tell(
      TapEntry(
        direction: direction, name: peer.ready?.name, credentials: peer.credentials,
        role: peer.role, time: parsed?.time ?? now(),
        uptime: BootTime.nanoseconds / 1000, type: parsed?.type, header: header,
        body: tap.told(body, of: parsed), size: body.count))
  }

  /// Tells whoever looks what the service did, and which message made it do so.
  ///
  /// It goes to nobody but the tap's readers, as a notice of the service's.
  package func tell<N: BusRequest>(_ notice: N, cause: MessageReference?) {
    guard isObserved, !isClosed else { return }
    precondition(registry[N.name]?.traits.isNotice == true, "\"\(N.name)\" is not a notice")
    let header = Header(
      kind: .notice, id: nextMessageID(), session: sessionID, type: N.name, cause: cause,
      time: now())
    do {
      let body = try BodyCoder.encode(notice, of: N.name)
      tell(
        TapEntry(
          direction: .told, name: name, credentials: .own, role: nil, time: now(),
          uptime: BootTime.nanoseconds / 1000, type: N.name, header: header.bytes,
          body: tap.told(body, of: header), size: body.count))
    } catch {
      fault(error.code.rawValue, error.message)
    }
  }

  private func tell(_ entry: TapEntry) {
    tap.take(entry)
    guard let observer else { return }
    observed += 1
    observer(entry.record(observed))
  }

  /// Takes up the messages by which one looks at a service.
  func serveInspection() {
    on(BusMessages.self) { [unowned self] _, _ throws(BusError) in
      guard let catalogue = try? MessageCatalogue(registry) else {
        throw BusError(.internalFailure, "the messages' examples cannot be written")
      }
      return BusMessages.Reply(
        service: name, version: version, protocol: Header.version, messages: catalogue.entries)
    }
    on(BusPeers.self) { [unowned self] _, caller in
      BusPeers.Reply(
        service: name, version: version, pid: Credentials.own.pid, session: session,
        peers: peerReports(for: caller.peer))
    }
    on(TapOpen.self) { [unowned self] request, caller throws(BusError) in
      let id = caller.peer.id
      return try tap.open(caller.peer, past: request.past ?? 0) { [weak self] body, taken in
        guard let self else { return }
        send(TapRecords.name, body, to: id, within: .seconds(600)) { _ in taken() }
      }
    }
  }

  private func peerReports(for viewer: Peer) -> [PeerReport] {
    let seesAll = viewer.role == .root || viewer.role == .serviceUser
    return peers.compactMap { peer in
      guard let connection = peersByID[peer.id],
        seesAll || peer.credentials.uid == viewer.credentials.uid
      else { return nil }
      var registered = registrations?(peer) ?? []
      if tap.isReader(peer.id) { registered.append("the tap") }
      return PeerReport(
        name: peer.name, version: peer.version, credentials: peer.credentials,
        executable: ProcessFile.executable(of: peer.credentials.pid), role: peer.role,
        since: peer.since, received: connection.receivedCount, sent: connection.sentCount,
        registered: registered)
    }
  }
}
