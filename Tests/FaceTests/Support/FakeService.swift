import Bus
import CivilTime
import EventLoop
import ScreenTimeModel
import ScreenTimeProtocol

/// A real bus server that answers as the Screen Time service would, keeping everything in memory.
final class FakeService {
  let server: BusServer
  private let log: ServiceLog
  private var stores: [String: StoreSettings] = [:]
  private var activities: [String: MonitoredActivity] = [:]

  init(loop: EventLoop, log: ServiceLog) {
    self.log = log
    server = BusServer(
      name: "fake-screentimed", version: "1.0", registry: ScreenTimeMessages.registry(), loop: loop,
      now: { Instant(seconds: 1_736_154_000) }, role: { _ in log.admits ? .serviceUser : nil })
    server.objection = { _ in log.objection }
    server.onPeerReady = { [unowned self] in welcome($0) }
    answerRequests()
  }

  private func answerRequests() {
    on(StoreChange.self) { [unowned self] in
      let settings = (stores[$0.store] ?? StoreSettings()).applying($0.changes)
      stores[$0.store] = settings
      return StoreChange.Reply(settings: settings)
    }
    on(StoreRead.self) { [unowned self] in
      StoreRead.Reply(settings: stores[$0.store] ?? StoreSettings())
    }
    on(ActivityStart.self) { [unowned self] in
      activities[$0.activity.rawValue] = MonitoredActivity(
        schedule: $0.schedule, events: $0.events)
      return Acknowledged()
    }
    on(ActivityStop.self) { [unowned self] in
      for name in $0.activities?.map(\.rawValue) ?? Array(activities.keys) {
        activities[name] = nil
      }
      return Acknowledged()
    }
    on(ActivityList.self) { [unowned self] _ in ActivityList.Reply(activities: activities) }
    on(FaultReport.self) { _ in Acknowledged() }
    on(AuthorizationAsk.self) {
      AuthorizationAsk.Reply(status: $0.member == .child ? .denied : .approved)
    }
    on(ClockRead.self) { _ in
      ClockReading(now: Instant(seconds: 1_736_154_000), zone: "Europe/Berlin", isVirtual: false)
    }
  }

  private func on<R: BusRequest>(_ type: R.Type, _ answer: @escaping (R) -> R.Reply) {
    let log = self.log
    server.on(type) { (request: R, _: Caller) throws(BusError) in
      log.note(request)
      if let refusal = log.refusal(of: R.name) { throw refusal }
      return answer(request)
    }
  }

  private func welcome(_ peer: Peer) {
    log.note(peer)
    guard peer.extensionPoint != nil else { return }
    for call in log.script {
      switch call {
      case .activity(let call): send(call, to: peer)
      case .configure(let call): send(call, to: peer)
      case .act(let call): send(call, to: peer)
      }
    }
  }

  private func send<R: BusRequest>(_ request: R, to peer: Peer) {
    let log = self.log
    server.send(request, to: peer.id, within: .seconds(30), cause: nil) { log.note($0) }
  }
}
