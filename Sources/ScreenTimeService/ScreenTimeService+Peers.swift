import Bus
import ScreenTimeModel
import ScreenTimeProtocol

/// What is told of the peers to whoever asks with `bus.peers`.
extension ScreenTimeService {
  /// What a peer has registered for or monitors, in a few words each.
  func registrations(of peer: Peer) -> [String] {
    var words = host.states.filter { $0.pid == peer.credentials.pid }.map {
      "extension \($0.manifest.identifier)"
    }
    if let period = ticks.period(of: peer.id) {
      words.append("a tick every \(period.components.seconds) s")
    }
    if presenters.peers.contains(peer.id) { words.append("shields that come up") }
    if meter.isReporter(peer.id) { words.append("what is in front") }
    let group =
      host.appGroup(ofStarted: peer.credentials.pid) ?? peer.attributes["appGroup"]
    guard let group else { return words }
    return words
      + activities.activities(of: group).keys.sorted().map { "activity \($0.rawValue)" }
  }
}
