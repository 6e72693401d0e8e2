import Bus
import CivilTime
import EventLoop

/// Who wants a tick how often.
///
/// Ticks are about time that passes, not about dates, so they follow the boot-time clock: setting
/// the wall clock back doesn't stop anybody's loop.
///
/// On a clock that only moves when it is told to, ticks are left out that nobody would do anything at:
/// a subscriber says until when time alone changes nothing for it, and that holds for as long as nothing
/// else happens. Those that come keep the times that they would have if none were left out.
final class TickBoard {
  private struct Subscription {
    let every: Duration
    /// The next tick if none is left out.
    var next: Duration
    var isWaiting = false
    /// Ticks before this are left out.
    var quietUntil: Duration?
    /// Whether something has happened since the last tick was sent.
    var isStirred = false

    /// The next tick that isn't left out.
    var due: Duration { quietUntil.map(firstTick) ?? next }

    /// The first tick that isn't earlier.
    func firstTick(from uptime: Duration) -> Duration {
      guard uptime > next else { return next }
      let (late, period) = ((uptime - next).wholeMilliseconds, every.wholeMilliseconds)
      return next + every * Int((late + period - 1) / period)
    }

    mutating func wake(from uptime: Duration) {
      guard quietUntil != nil else { return }
      next = firstTick(from: uptime)
      quietUntil = nil
    }
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
    for peer in subscriptions.keys {
      subscriptions[peer]?.next = uptime
      subscriptions[peer]?.quietUntil = nil
      subscriptions[peer]?.isStirred = true
    }
  }

  /// When the next tick is due, by uptime.
  var nextDue: Duration? { subscriptions.values.map(\.due).min() }

  /// Whether every tick was answered.
  var isSettled: Bool { !subscriptions.values.contains(where: \.isWaiting) }

  /// Takes the ticks that are due, in a stable order.
  ///
  /// Ticks that were missed come once, and a peer that still works on its last one gets no second.
  func takeDue(at uptime: Duration) -> [PeerID] {
    let due = subscriptions.filter { $0.value.due <= uptime }.keys
      .sorted { $0.description < $1.description }
    return due.filter { peer in
      guard var subscription = subscriptions[peer] else { return false }
      let tick = subscription.due
      subscription.next =
        uptime - tick < subscription.every ? tick + subscription.every : uptime + subscription.every
      let wasWaiting = subscription.isWaiting
      subscription.isWaiting = true
      subscription.quietUntil = nil
      subscription.isStirred = false
      subscriptions[peer] = subscription
      return !wasWaiting
    }
  }

  /// A tick was answered, or given up; until `quietUntil` its successors may be left out, if nothing has
  /// happened meanwhile.
  func answered(by peer: PeerID, quietUntil: Duration? = nil) {
    guard var subscription = subscriptions[peer] else { return }
    subscription.isWaiting = false
    if !subscription.isStirred { subscription.quietUntil = quietUntil }
    subscriptions[peer] = subscription
  }

  // MARK: What keeps ticks from being left out

  /// Something has happened that `author` has done; whoever isn't just working on a tick of his own gets
  /// his next one.
  func stir(by author: PeerID? = nil, at uptime: Duration) {
    for (peer, subscription) in subscriptions where peer != author || !subscription.isWaiting {
      subscriptions[peer]?.isStirred = true
      subscriptions[peer]?.wake(from: uptime)
    }
  }

  /// Something has happened that left everything in order until an instant: ticks before that may still
  /// be left out.
  func limitQuiet(to uptime: Duration) {
    for (peer, subscription) in subscriptions {
      subscriptions[peer]?.quietUntil = subscription.quietUntil.map { min($0, uptime) }
    }
  }

  /// Time stood still and goes on: what happened meanwhile, beside the service too, nobody knows.
  ///
  /// The ticks up to here have been left out for good.
  func goOn(after uptime: Duration) {
    for peer in subscriptions.keys {
      subscriptions[peer]?.wake(from: uptime + .milliseconds(1))
    }
  }
}
