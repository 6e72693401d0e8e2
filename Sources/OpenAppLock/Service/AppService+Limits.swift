import Bus
import OpenAppLockRules
import ScreenTimeProtocol

/// What the platform takes on is asked when something is saved, not found out when it is due.
extension AppService {
  /// Refuses a change that would leave more than the platform takes on (decision P6).
  ///
  /// `rules` are all rules as they would be. While the platform is away nobody can tell; it refuses what is
  /// too much when it comes, and status says so then.
  ///
  /// - Throws: `overLimit` with the number and the limit.
  func requireFit(_ picture: Picture, _ rules: [RuleSnapshot]) throws(BusError) {
    guard platform.session != nil else { return }
    let limits: LimitsRead.Reply
    do {
      limits = try platform.ask(LimitsRead())
    } catch {
      if error.endsConversation { return }
      throw error
    }
    let before = PlatformNeed(of: picture.snapshots)
    if let excess = PlatformNeed(of: rules).excess(over: limits, after: before) {
      throw BusError(.overLimit, excess.message, hint: excess.hint)
    }
  }
}
