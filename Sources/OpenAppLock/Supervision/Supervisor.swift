import Bus
package import EventLoop
import Glibc

/// Starts services one after the other, starts again what dies, and stops them in the opposite order.
package final class Supervisor {
  /// Something that whoever runs the supervisor may want to say.
  package enum Event: Hashable, Sendable {
    /// A service answers.
    case ready(String, pid: Int32)
    /// Every service answers.
    case allReady
    /// A service died and is started again after a pause.
    case restarting(String, how: String, pause: Duration)
    /// A service could not be started at all; the others are stopped.
    case failed(String, how: String)
    /// Every service has ended.
    case stopped
  }

  /// How often a service that starts is asked whether it is ready, and for how long.
  private static let probePause = Duration.milliseconds(20)
  private static let startLimit = Duration.seconds(15)
  private static let longestPause = Duration.seconds(10)
  /// A service that ran for so long is started again at once when it dies.
  private static let steadyTime = Duration.seconds(10)

  private let loop: EventLoop
  private let services: [SupervisedService]
  private let report: (Event) -> Void
  private var children: [String: Running] = [:]
  private var pauses: [String: Duration] = [:]
  private var wasReady: Set<String> = []
  private var isStopping = false
  private var timers: [String: LoopTimer] = [:]

  private struct Running {
    let child: ChildProcess
    let since: Duration
  }

  /// Makes a supervisor of services that are started in this order.
  package init(
    _ services: [SupervisedService], on loop: EventLoop, report: @escaping (Event) -> Void
  ) {
    self.loop = loop
    self.services = services
    self.report = report
  }

  /// Starts the first service; each next one when the one before is ready.
  package func start() {
    if let first = services.first { launch(first) }
  }

  /// Ends the services, the last one first; `stopped` is reported when all have ended.
  package func stop() {
    guard !isStopping else { return }
    isStopping = true
    timers.values.forEach { $0.cancel() }
    timers = [:]
    // One that somebody has stopped could neither end nor let go of what it holds.
    for running in children.values { running.child.signal(SIGCONT) }
    stopNext()
  }

  // MARK: Starting

  private func launch(_ service: SupervisedService) {
    guard !isStopping else { return }
    do {
      let child = try ChildProcess(service.path, arguments: service.arguments, on: loop) {
        [weak self] end in self?.ended(service, end)
      }
      children[service.name] = Running(child: child, since: loop.uptime)
      probe(service, until: loop.uptime + Self.startLimit)
    } catch {
      fail(service, error.description)
    }
  }

  private func probe(_ service: SupervisedService, until deadline: Duration) {
    guard !isStopping, let running = children[service.name] else { return }
    if answers(service) {
      ready(service, running.child.pid)
    } else if loop.uptime > deadline {
      fail(service, "it does not answer")
    } else {
      timers[service.name] = loop.after(Self.probePause) { [weak self] in
        self?.probe(service, until: deadline)
      }
    }
  }

  private func answers(_ service: SupervisedService) -> Bool {
    guard unsafe access(service.socket, F_OK) == 0 else { return false }
    do {
      let connection = try Bus.connect(
        to: service.socket, as: "openapplock-up", version: openAppLockVersion,
        within: .milliseconds(500))
      connection.close()
      return true
    } catch {
      return false  // It isn't ready yet; the deadline says when that is a failure.
    }
  }

  private func ready(_ service: SupervisedService, _ pid: Int32) {
    report(.ready(service.name, pid: pid))
    guard wasReady.insert(service.name).inserted else { return }
    if let next = services.first(where: { !wasReady.contains($0.name) }) {
      launch(next)
    } else {
      report(.allReady)
    }
  }

  // MARK: Ending

  private func ended(_ service: SupervisedService, _ end: ChildProcess.End) {
    let ran = children.removeValue(forKey: service.name).map { loop.uptime - $0.since } ?? .zero
    timers.removeValue(forKey: service.name)?.cancel()
    if isStopping {
      stopNext()
    } else if !wasReady.contains(service.name) {
      fail(service, "it \(end)")
    } else {
      restart(service, end, after: ran)
    }
  }

  private func restart(_ service: SupervisedService, _ end: ChildProcess.End, after ran: Duration) {
    let pause = ran >= Self.steadyTime ? .zero : pauses[service.name] ?? .zero
    pauses[service.name] = min(max(pause * 2, .milliseconds(100)), Self.longestPause)
    report(.restarting(service.name, how: end.description, pause: pause))
    timers[service.name] = loop.after(pause) { [weak self] in self?.launch(service) }
  }

  private func fail(_ service: SupervisedService, _ how: String) {
    report(.failed(service.name, how: how))
    stop()
  }

  private func stopNext() {
    guard let service = services.last(where: { children[$0.name] != nil }),
      let running = children[service.name]
    else {
      report(.stopped)
      return
    }
    guard timers[service.name] == nil else { return }
    running.child.signal(SIGTERM)
    timers[service.name] = loop.after(service.grace) { running.child.signal(SIGKILL) }
  }
}
