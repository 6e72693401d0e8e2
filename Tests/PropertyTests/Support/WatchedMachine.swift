import Bus
import CivilTime
import EventLoop
import OpenAppLockProtocol
import ScreenTimeProtocol
import Simulation

/// A machine that lives in this process, with somebody who sees every request that the player of scenarios
/// makes.
final class WatchedMachine: SimulatedMachine {
  private let machine: InProcessMachine
  private let watch: TraceWatch

  /// Watches a machine.
  init(_ machine: InProcessMachine, _ watch: TraceWatch) {
    self.machine = machine
    self.watch = watch
  }

  func start(_ scenario: Scenario) throws(MachineError) { try machine.start(scenario) }
  func stop() { machine.stop() }
  func kill(_ process: ScenarioProcess) throws(MachineError) { try machine.kill(process) }
  func reboot(after pause: Duration) throws(MachineError) { try machine.reboot(after: pause) }
  func damage(_ document: ScenarioDocument) throws(MachineError) { try machine.damage(document) }

  func app() throws(MachineError) -> any BusConnection {
    try goOn()
    return WatchedConnection(try machine.app(), watch)
  }

  func appClients(_ count: Int) throws(MachineError) -> [any BusConnection] {
    try goOn()
    return try machine.appClients(count).map { WatchedConnection($0, watch) }
  }

  func platform() throws(MachineError) -> any BusConnection {
    try goOn()
    return WatchedConnection(try machine.platform(), watch)
  }

  /// Ends the story where something was found.
  private func goOn() throws(MachineError) {
    if watch.isOver { throw MachineError("the watch has ended the story") }
  }
}

/// A conversation that somebody listens to.
private final class WatchedConnection: BusConnection {
  private let connection: any BusConnection
  private let watch: TraceWatch

  init(_ connection: any BusConnection, _ watch: TraceWatch) {
    self.connection = connection
    self.watch = watch
  }

  var serverSession: String { connection.serverSession }
  var serverCredentials: Credentials { connection.serverCredentials }
  var serverTime: Instant? { connection.serverTime }

  func request<R: BusRequest>(
    _ request: R, within limit: Duration, cause: MessageReference?
  ) throws(BusError) -> R.Reply {
    watch.willSend(request)
    do {
      let reply = try connection.request(request, within: limit, cause: cause)
      watch.answered(request, reply)
      return reply
    } catch {
      watch.refused(request, error)
      throw error
    }
  }

  /// Waits for the answer at once, so that whoever watches sees one request after the other.
  func start<R: BusRequest>(
    _ request: R, within limit: Duration
  ) throws(BusError) -> StartedRequest<R.Reply> {
    let result = Result { () throws(BusError) in
      try self.request(request, within: limit, cause: nil)
    }
    return StartedRequest { () throws(BusError) in try result.get() }
  }

  func receive(within limit: Duration) throws(BusError) -> IncomingRequest? {
    try connection.receive(within: limit)
  }

  func attach(
    to loop: EventLoop, _ handler: @escaping (IncomingRequest) -> Void,
    gone: @escaping () -> Void
  ) throws(BusError) {
    try connection.attach(to: loop, handler, gone: gone)
  }

  func close() { connection.close() }
}
