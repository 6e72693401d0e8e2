import Bus
import CivilTime
import EventLoop

/// A service whose messages do one thing each, for every test of a conversation.
///
/// It lives on its loop's thread; a test learns what happened in it by asking (`Tell`).
final class TestService {
  let server: BusServer
  private var held: [Responder<Acknowledged>] = []
  private var outcomes: [String] = []
  private var gone: [String] = []
  private var faults: [String] = []

  /// The service's time, which stands still.
  static let now = Instant(seconds: 1_736_154_000)

  init(
    _ loop: EventLoop,
    role: @escaping (Credentials) -> Role? = { _ in .serviceUser }
  ) {
    server = BusServer(
      name: "service", version: "7", registry: MessageRegistry(testMessages), loop: loop,
      now: { TestService.now }, role: role)
    server.onPeerGone = { [unowned self] in gone.append($0.name) }
    server.onFault = { [unowned self] code, _ in faults.append(code) }
    handleAnswers()
    handleQuestions()
  }

  private func handleAnswers() {
    server.on(Echo.self) { request, _ in Echo.Reply(text: request.text) }
    server.on(Refused.self) { (_, _) throws(BusError) in
      throw BusError(
        BusErrorCode(rawValue: "moonPhase"), "the moon is not full", hint: "wait",
        detail: ["moon": "half"])
    }
    server.on(Held.self) { [unowned self] _, _, responder in held.append(responder) }
    server.on(Release.self) { [unowned self] _, _ in
      for responder in held { responder.reply(Acknowledged()) }
      held = []
      return Acknowledged()
    }
    server.on(Dropped.self) { _, _, _ in }
    server.on(Privileged.self) { [unowned self] _, caller in
      server.tell(Done(what: "the privileged"), cause: caller.reference)
      return Acknowledged()
    }
    server.on(SignIn.self) { _, _ in SignIn.exampleReply }
  }

  private func handleQuestions() {
    server.on(AskMe.self) { [unowned self] request, caller in
      for number in request.numbers {
        server.send(
          Question(number: number), to: caller.peer.id,
          within: .milliseconds(request.milliseconds), cause: caller.reference
        ) { [unowned self] result in
          switch result {
          case .success(let reply): outcomes.append("\(number): \(reply.double)")
          case .failure(let error): outcomes.append("\(number): \(error.code)")
          }
        }
      }
      return Acknowledged()
    }
    server.on(Tell.self) { [unowned self] _, _ in
      Tell.Reply(
        outcomes: outcomes, peers: server.peers.map(\.name), gone: gone, faults: faults)
    }
  }
}
