import Bus
import EventLoop
import Foundation
import ScreenTimeProtocol
import Synchronization

/// What a fake service was asked and answered, and how it is to behave; read from any thread.
final class ServiceLog: Sendable {
  private struct State {
    var requests: [String] = []
    var answers: [String] = []
    var refusals: [String: BusError] = [:]
    var script: [ScriptedCall] = []
    var peers: [Peer] = []
    var admits = true
    var objection: BusError?
    var waiter: LoopHandle?
  }

  private let state = Mutex(State())

  /// Every request so far, as `store.change {…}`.
  var requests: [String] { state.withLock(\.requests) }
  /// The answers to the scripted calls so far: `ok {…}` or `error CODE MESSAGE`.
  var answers: [String] { state.withLock(\.answers) }
  /// Whoever has said hello so far, also those who have left.
  var peers: [Peer] { state.withLock(\.peers) }
  /// Whether hello is accepted.
  var admits: Bool {
    get { state.withLock(\.admits) }
    set { state.withLock { $0.admits = newValue } }
  }
  /// What the service has against whoever says hello.
  var objection: BusError? {
    get { state.withLock(\.objection) }
    set { state.withLock { $0.objection = newValue } }
  }
  /// What each extension is asked as soon as it has said hello.
  var script: [ScriptedCall] {
    get { state.withLock(\.script) }
    set { state.withLock { $0.script = newValue } }
  }

  /// Has a loop look again at its condition after each answer.
  func wake(_ loop: EventLoop) {
    state.withLock { [handle = loop.handle] in $0.waiter = handle }
  }

  /// Has requests of a name refused from now on.
  func refuse(_ name: MessageName, _ error: BusError) {
    state.withLock { $0.refusals[name.text] = error }
  }

  func refusal(of name: MessageName) -> BusError? { state.withLock { $0.refusals[name.text] } }

  func note<R: BusRequest>(_ request: R) {
    state.withLock { $0.requests.append("\(R.name) \(sortedJSON(request))") }
  }

  func note<Reply: Encodable>(_ result: Result<Reply, BusError>) {
    let line =
      switch result {
      case .success(let reply): "ok \(sortedJSON(reply))"
      case .failure(let error): "error \(error.code) \(error.message)"
      }
    let waiter = state.withLock {
      $0.answers.append(line)
      return $0.waiter
    }
    waiter?.enqueue {}
  }

  func note(_ peer: Peer) {
    state.withLock { $0.peers.append(peer) }
  }
}

/// A call that a fake service makes to an extension.
enum ScriptedCall: Sendable {
  case activity(ActivityCallback)
  case configure(ShieldConfigure)
  case act(ShieldAct)
}

/// A value as the wire has it; one that can't be written shows as its error.
func sortedJSON(_ value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  do {
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  } catch {
    return "\(error)"
  }
}
