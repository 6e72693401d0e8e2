import Bus
import BusInspection
import EventLoop
import Glibc
import OpenAppLock

/// Listens to the taps of an instance's services until it is told to stop, and hands on in one order
/// what they tell.
final class TapWatch {
  /// Called with each message.
  var onMessage: ((SeenMessage) -> Void)?
  /// Called when a service says, by its numbers, that messages were lost.
  var onLost: ((UInt64, KnownService) -> Void)?
  /// Called when a service has ended.
  var onGone: ((KnownService) -> Void)?

  /// The taps that are listened to.
  private(set) var taps: [(service: KnownService, tap: TapReader)] = []
  private let loop: EventLoop
  private var merger = Merger()
  private var timer: LoopTimer?
  private var lost: [KnownService: UInt64] = [:]

  /// Listens to the services that run; what they told is handed on once ``run()`` is called.
  ///
  /// - Throws: why a service may not be listened to, or `unavailable` when none runs.
  init(_ reach: ServiceReach, on loop: EventLoop, past: Int) throws(Failure) {
    self.loop = loop
    var failure: Failure?
    for service in KnownService.allCases {
      do {
        taps.append((service, try reach.tap(service, past: past)))
      } catch {
        guard error.status == .unavailable else { throw error }
        if failure == nil { failure = error }
      }
    }
    if taps.isEmpty, let failure { throw failure }
    if let failure { Output.note(failure.message) }
  }

  /// Hands on messages until a signal comes or every service has ended.
  ///
  /// - Throws: what the loop fails with.
  func run() throws {
    for (service, tap) in taps {
      try tap.attach(
        to: loop, { [unowned self] record in took(record, of: service, tap) },
        gone: { [unowned self] in gone(service) })
    }
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      // What went until now may still be on its way.
      try loop.onSignal(signal) { [loop] in loop.after(Merger.patience) { loop.stop() } }
    }
    try loop.run()
    timer?.cancel()
    for message in merger.releaseAll() { onMessage?(message) }
    for (_, tap) in taps { tap.close() }
  }

  private func took(_ record: TapRecord, of service: KnownService, _ tap: TapReader) {
    let before = lost[service] ?? 0
    if tap.lost > before {
      onLost?(tap.lost - before, service)
      lost[service] = tap.lost
    }
    merger.take(SeenMessage(service, record))
    releaseLater()
  }

  private func releaseLater() {
    guard timer == nil else { return }
    timer = loop.after(Merger.patience) { [unowned self] in
      timer = nil
      for message in merger.release(before: loop.uptime - Merger.patience) { onMessage?(message) }
      if !merger.isEmpty { releaseLater() }
    }
  }

  private func gone(_ service: KnownService) {
    for message in merger.releaseAll() { onMessage?(message) }
    taps.removeAll { $0.service == service }
    onGone?(service)
    if taps.isEmpty { loop.stop() }
  }
}
