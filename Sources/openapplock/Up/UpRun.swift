import Bus
import EventLoop
import OpenAppLock

/// One run of `up`: the services, what they say, and how it ends.
final class UpRun {
  /// Why it ended by itself.
  private(set) var failure: Failure?

  private let layout: StateLayout
  private let loop: EventLoop
  private var supervisor: Supervisor?
  private var news: PlatformNews?

  /// Prepares a run; nothing is started before ``start()``.
  init(
    _ services: [SupervisedService], _ layout: StateLayout, _ loop: EventLoop, _ output: Output
  ) {
    self.layout = layout
    self.loop = loop
    supervisor = Supervisor(services, on: loop) { [unowned self] event in self.tell(event) }
  }

  /// Starts the services.
  func start() {
    supervisor?.start()
  }

  /// Stops the services, and then the run.
  func stop() {
    news?.stop()
    supervisor?.stop()
  }

  private func tell(_ event: Supervisor.Event) {
    switch event {
    case .ready(let name, let pid):
      Output.say("\(name): ready (process \(pid))")
      if name == "screentimed" { listen() }
    case .allReady:
      Output.say("ready: openapplock --state \(layout.state) status")
    case .restarting(let name, let how, let pause):
      Output.say("\(name): it \(how); starting it again" + (pause > .zero ? " in \(pause)" : ""))
    case .failed(let name, let how):
      failure = Failure("failed", "\(name) could not be started: \(how)")
    case .stopped:
      loop.stop()
    }
  }

  private func listen() {
    news?.stop()
    news = PlatformNews(of: layout, on: loop) { Output.say($0) }
  }
}
