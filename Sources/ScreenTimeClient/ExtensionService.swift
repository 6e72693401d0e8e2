import Arguments
import Bus
import EventLoop
import Glibc

/// Serves an extension over the bus until somebody ends it: the life of `--service`.
final class ExtensionService<Handler: ExtensionHandler> {
  /// How long a first hello may take.
  private static var firstLimit: Duration { .seconds(5) }
  /// How long each later attempt may take, and how long to wait between two; a signal waits no longer
  /// than this.
  private static var retryLimit: Duration { .milliseconds(500) }

  private let handler: Handler
  private let identity: ExtensionIdentity
  private let group: AppGroupIdentity
  private let socket: String
  private let staysWithoutService: Bool
  private let say: (_ message: String, _ hint: String?) -> Void
  private let loop: EventLoop
  private var server: CallbackServer<Handler>?
  private var session: ScreenTimeSession?
  private var status = ExitCode.done

  /// Prepares to serve `handler`.
  ///
  /// - Parameter staysWithoutService: whether the program waits for a service that has gone, as one
  ///   does that a person started, or leaves, as one does that the service started.
  /// - Throws: the system's reason when there is nothing left to wait with.
  init(
    _ handler: Handler, identity: ExtensionIdentity, group: AppGroupIdentity, socket: String,
    staysWithoutService: Bool, say: @escaping (_ message: String, _ hint: String?) -> Void
  ) throws(SystemError) {
    self.handler = handler
    self.identity = identity
    self.group = group
    self.socket = socket
    self.staysWithoutService = staysWithoutService
    self.say = say
    self.loop = try EventLoop()
  }

  /// Serves until a signal, a refusal, or the service's end where it doesn't stay without one.
  ///
  /// - Returns: the program's exit status: 0, 1 for a refusal, 69 when there is no service at first.
  /// - Throws: the system's reason when it cannot wait any more.
  func run() throws(SystemError) -> Int32 {
    for number in [SIGTERM, SIGINT] {
      try loop.onSignal(number) { [unowned self] in loop.stop() }
    }
    TerminationGrace.install()
    do {
      try connect(within: Self.firstLimit)
    } catch {
      say(error.message, error.hint)
      return error.meansNoService ? ExitCode.unavailable : ExitCode.failed
    }
    try loop.run()
    session?.close()
    return status
  }

  private func connect(within limit: Duration) throws(BusError) {
    let connection = try Bus.connect(
      to: socket, as: identity.identifier, version: ScreenTimeVersion.text,
      attributes: identity.attributes, within: limit)
    let session = ScreenTimeSession(connection: connection, group: group)
    self.session = session
    server = CallbackServer(handler, session: session)
    do throws(BusError) {
      try connection.attach(to: loop) { [unowned self] request in
        serve(request)
      } gone: { [unowned self] in
        serviceIsGone()
      }
    } catch  where error.code == .peerGone {
      // It said goodbye right after hello, which is the same as later.
      loop.enqueue { [unowned self] in serviceIsGone() }
    }
  }

  private func serve(_ request: IncomingRequest) {
    TerminationGrace.during { server?.serve(request) }
    if TerminationGrace.isOver { loop.stop() }
  }

  private func serviceIsGone() {
    session?.close()
    session = nil
    server = nil
    guard staysWithoutService else { return loop.stop() }
    say("the service is gone; waiting for it to come back", nil)
    retryLater()
  }

  private func retryLater() {
    loop.after(Self.retryLimit) { [unowned self] in retry() }
  }

  private func retry() {
    do {
      try connect(within: Self.retryLimit)
      say("the service is back", nil)
    } catch  where error.meansNoService {
      retryLater()
    } catch {
      say(error.message, error.hint)
      status = ExitCode.failed
      loop.stop()
    }
  }
}

extension BusError {
  /// Whether there is nobody there, as against somebody who refuses.
  fileprivate var meansNoService: Bool {
    [.unreachable, .timeout, .peerGone, .closed].contains(code)
  }
}
