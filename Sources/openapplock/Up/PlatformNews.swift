import Bus
import EventLoop
import OpenAppLock
import ScreenTimeModel
import ScreenTimeProtocol

/// Tells in short lines which starts the platform refused, and what it froze and let go.
///
/// The tap says that something happened; what it led to is then asked.
final class PlatformNews {
  /// Several messages that come together lead to one question.
  private static let settling = Duration.milliseconds(50)
  /// While it waits for an answer, nothing else is done: neither a signal nor a service's end is seen.
  private static let patience = Duration.milliseconds(300)

  private let loop: EventLoop
  private let connection: any BusConnection
  private let tap: TapReader
  private let say: (String) -> Void
  private var frozen: Set<Int32> = []
  private var names: [Int32: String] = [:]
  private var timer: LoopTimer?
  private var isStopped = false

  /// Starts to listen; `nil` where the platform can't be reached, which `up` says by itself.
  init?(of layout: StateLayout, on loop: EventLoop, say: @escaping (String) -> Void) {
    do {
      tap = try Bus.subscribeTap(at: layout.platformSocket)
      connection = try Bus.connect(
        to: layout.platformSocket, as: "openapplock-up", version: openAppLockVersion)
      self.loop = loop
      self.say = say
      try connection.attach(
        to: loop, { [weak self] request in self?.asked(request) },
        gone: { [weak self] in self?.stop() })
      _ = try connection.request(ShieldWatch(), within: .seconds(2))
      try tap.attach(
        to: loop, { [weak self] record in self?.heard(record) },
        gone: { [weak self] in self?.stop() })
    } catch {
      return nil
    }
  }

  /// Stops to listen.
  func stop() {
    guard !isStopped else { return }
    isStopped = true
    timer?.cancel()
    tap.close()
    connection.close()
  }

  private func asked(_ request: IncomingRequest) {
    guard request.type == ShieldAppeared.name,
      let shield = try? request.decode(ShieldAppeared.self)
    else {
      // A newer platform may ask for what this program doesn't know.
      return request.fail(BusError(.unknownMessage, "openapplock up takes no \(request.type)"))
    }
    let text = [shield.content.title, shield.content.subtitle].compactMap(\.self)
    say(
      "refused: \(shield.application.rawValue) (process \(shield.pid)): "
        + text.joined(separator: ". "))
    request.reply(Acknowledged())
  }

  private func heard(_ record: TapRecord) {
    // Its own questions are heard too, and lead to nothing.
    guard record.type != PlatformStatus.name, !isStopped, timer == nil else { return }
    timer = loop.after(Self.settling) { [weak self] in
      self?.timer = nil
      self?.look()
    }
  }

  private func look() {
    guard !isStopped, let status = try? connection.request(PlatformStatus(), within: Self.patience)
    else { return }  // A platform that doesn't answer is news of the supervisor's.
    for process in status.frozen { names[process.pid] = process.name }
    let now = Set(status.frozen.map(\.pid))
    for pid in now.subtracting(frozen).sorted() { say("frozen: \(describe(pid))") }
    for pid in frozen.subtracting(now).sorted() { say("thawed: \(describe(pid))") }
    frozen = now
  }

  private func describe(_ pid: Int32) -> String {
    "\(names[pid] ?? "an app") (process \(pid))"
  }
}
