import Bus
import EventLoop

/// Who wants a tick how often.
///
/// Ticks are about time that passes, not about dates, so they follow the boot-time clock: setting
/// the wall clock back doesn't stop anybody's loop.
final class TickBoard {
  private struct Subscription {
    let every: Duration
    var next: Duration
    var isWaiting = false
  }

  private var subscriptions: [PeerID: Subscription] = [:]

  /// Starts a peer's ticks anew, or ends them.
  func subscribe(_ peer: PeerID, every period: Duration?, at uptime: Duration) {
    subscriptions[peer] = period.map { Subscription(every: $0, next: uptime + $0) }
  }

  /// How often a peer gets a tick; nil for never.
  func period(of peer: PeerID) -> Duration? { subscriptions[peer]?.every }

  /// Ends the ticks of a peer that is gone.
  func forget(_ peer: PeerID) {
    subscriptions[peer] = nil
  }

  /// Makes every tick due now: something has happened that nobody should hear of later.
  func hurry(at uptime: Duration) {
    for peer in subscriptions.keys { subscriptions[peer]?.next = uptime }
  }

  /// When the next tick is due, by uptime.
  var nextDue: Duration? { subscriptions.values.map(\.next).min() }

  /// Whether every tick was answered.
  var isSettled: Bool { !subscriptions.values.contains(where: \.isWaiting) }

  /// Takes the ticks that are due, in a stable order.
  ///
  /// Ticks that were missed come once, and a peer that still works on its last one gets no second.
  func takeDue(at uptime: Duration) -> [PeerID] {
    let due = subscriptions.filter { $0.value.next <= uptime }.keys
      .sorted { $0.description < $1.description }
    return due.filter { peer in
      guard var subscription = subscriptions[peer] else { return false }
      subscription.next =
        uptime - subscription.next < subscription.every
        ? subscription.next + subscription.every : uptime + subscription.every
      let wasWaiting = subscription.isWaiting
      subscription.isWaiting = true
      subscriptions[peer] = subscription
      return !wasWaiting
    }
  }

  /// A tick was answered, or given up.
  func answered(by peer: PeerID) {
    subscriptions[peer]?.isWaiting = false
  }
}
