import Bus

/// Something that an extension is to be told or asked, with how hard to try.
final class Errand {
  /// Sends it once, and calls back with how that went.
  typealias Send = (PeerID, _ limit: Duration, _ done: @escaping (BusError?) -> Void) -> Void

  /// Until when it makes sense.
  enum Deadline: Hashable {
    /// Somebody waits for it, at the machine; by the boot-time clock.
    case machine(Duration)
    /// It is owed, by the service's uptime.
    case service(Duration)
  }

  /// What it is, for a fault.
  let label: String
  /// The callback that it delivers, if it is one that must survive the service.
  let callback: MonitorCallback?
  let attempt: Duration
  let attempts: Int
  let deadline: Deadline
  /// Sends it once.
  let send: Send
  /// Told when it is over: delivered (`nil`), or given up.
  let finished: (BusError?) -> Void
  /// How often it was sent.
  var tries = 0

  init(
    _ label: String, callback: MonitorCallback? = nil, attempt: Duration, attempts: Int,
    deadline: Deadline, send: @escaping Send, finished: @escaping (BusError?) -> Void
  ) {
    self.label = label
    self.callback = callback
    self.attempt = attempt
    self.attempts = attempts
    self.deadline = deadline
    self.send = send
    self.finished = finished
  }
}
