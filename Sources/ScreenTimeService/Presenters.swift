import Bus
import ScreenTimeModel

/// Who shows shields, and what was shown a moment ago.
///
/// A program that is tried again and again in a loop brings up one shield, not a storm of them.
final class Presenters {
  /// For how long a shield that came up isn't brought up again.
  private static let moment = Duration.seconds(2)

  private(set) var peers: [PeerID] = []
  private var shown: [ApplicationToken: Duration] = [:]

  /// Adds a peer; one that is there already stays once.
  func add(_ peer: PeerID) {
    if !peers.contains(peer) { peers.append(peer) }
  }

  /// Forgets a peer that is gone.
  func forget(_ peer: PeerID) {
    peers.removeAll { $0 == peer }
  }

  /// Whether the shield of an app is to be brought up now, and remembers that it was.
  func shouldShow(_ app: ApplicationToken, at uptime: Duration) -> Bool {
    shown = shown.filter { uptime - $0.value < Self.moment }
    guard !peers.isEmpty, shown[app] == nil else { return false }
    shown[app] = uptime
    return true
  }
}
