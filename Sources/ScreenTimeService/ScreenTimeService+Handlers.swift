import Bus
import Enforcement
import Glibc
import ScreenTimeModel
import ScreenTimeProtocol

/// Everything that the service can be asked, and who may ask: the role check of the bus stands
/// before each of these.
extension ScreenTimeService {
  func handleRequests() {
    server.on(StoreChange.self) { [unowned self] request, caller throws(BusError) in
      try changeStore(request, caller)
    }
    server.on(StoreRead.self) { [unowned self] request, caller throws(BusError) in
      let name = StoreName(group: try group(of: caller), name: request.store)
      return StoreRead.Reply(settings: stores.settings(of: name))
    }
    server.on(StoreList.self) { [unowned self] _, caller throws(BusError) in
      StoreList.Reply(
        stores: stores.names(in: try group(of: caller)), revision: storesRevision)
    }
    server.on(ActivityStart.self) { [unowned self] request, caller throws(BusError) in
      try startActivity(request, caller)
    }
    server.on(ActivityStop.self) { [unowned self] request, caller throws(BusError) in
      try stopActivities(request, caller)
    }
    server.on(ActivityList.self) { [unowned self] _, caller throws(BusError) in
      try listActivities(caller)
    }
    server.on(ShieldShow.self) { [unowned self] request, caller, responder in
      showShield(request, caller, responder)
    }
    server.on(ShieldPress.self) { [unowned self] request, caller, responder in
      lookAtClocks()
      pressShield(request, caller, responder)
    }
    server.on(ShieldWatch.self) { [unowned self] _, caller throws(BusError) in
      presenters.add(caller.peer.id)
      return Acknowledged()
    }
    server.on(UsageForeground.self) { [unowned self] request, caller throws(BusError) in
      takeReport(request, caller)
    }
    server.on(UsageRead.self) { [unowned self] request, _ throws(BusError) in
      try readUsage(request)
    }
    server.on(ClockRead.self) { [unowned self] _, _ throws(BusError) in
      lookAtClocks()
      return reading
    }
    server.on(ClockAdvance.self) { [unowned self] request, _, responder in
      advance(request, responder)
    }
    server.on(ClockSubscribe.self) { [unowned self] request, caller throws(BusError) in
      try subscribe(request, caller)
    }
    server.on(ClockAccept.self) { [unowned self] _, _, responder in acceptTime(responder) }
    handleSteering()
    server.on(CatalogList.self) { [unowned self] request, _ throws(BusError) in
      listCatalog(request)
    }
    server.on(CatalogCheck.self) { [unowned self] request, _ throws(BusError) in
      checkCatalog(request)
    }
    server.on(LimitsRead.self) { [unowned self] _, _ throws(BusError) in
      configuration.limits.told
    }
    server.on(SupervisionSet.self) { [unowned self] request, _ throws(BusError) in
      try setSupervision(request)
    }
    server.on(FaultReport.self) { [unowned self] request, _ throws(BusError) in
      try takeFault(request)
    }
    server.on(AuthorizationAsk.self) { [unowned self] request, caller throws(BusError) in
      try authorize(request, caller)
    }
    server.on(PlatformStatus.self) { [unowned self] _, _ throws(BusError) in
      lookAtClocks()
      return status
    }
  }

  /// Peers go as well when a service is dropped without being stopped, which then hears of nothing.
  func handlePeers() {
    server.objection = { [unowned self] peer in host.objection(to: peer) }
    server.onPeerReady = { [unowned self] peer in host.peerIsReady(peer) }
    server.onPeerGone = { [weak self] peer in self?.peerIsGone(peer) }
    server.registrations = { [unowned self] peer in registrations(of: peer) }
    server.whileHandling = { [unowned self] request, handle in
      let outer = chronicle.cause
      chronicle.cause = request
      handle()
      chronicle.cause = outer
    }
    server.onFault = { [weak self] code, message in self?.note(code, message) }
  }

  /// What a caller is: in one place, from the kernel's word alone.
  func role(of credentials: Credentials) -> Role? {
    if host.isStarted(credentials.pid) { return .startedExtension }
    if credentials.uid == 0 { return .root }
    if credentials.uid == geteuid() { return .serviceUser }
    return supervised.contains(credentials.uid) ? .desktopUser : nil
  }

  /// The app group that a caller speaks for: never something that a message says.
  ///
  /// - Throws: `invalid` for one who named none in his hello.
  func group(of caller: Caller) throws(BusError) -> String {
    if let group = host.appGroup(ofStarted: caller.peer.credentials.pid) { return group }
    guard let group = caller.peer.attributes["appGroup"] else {
      throw BusError(
        .invalid, "\(caller.peer.name) named no app group in its hello",
        hint: "stores and activities belong to an app group: say hello with appGroup")
    }
    guard NameGrammar.isReverseDomain(group) else {
      throw BusError(.invalid, "an app group is named like group.dev.example")
    }
    return group
  }

  private func peerIsGone(_ peer: Peer) {
    host.peerIsGone(peer)
    ticks.forget(peer.id)
    presenters.forget(peer.id)
    stepUse()
    meter.forget(peer.id)
    useChanged()
    somethingSettled()
  }
}
