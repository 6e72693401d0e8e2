import Glibc

/// How long a transaction waits before it is tried again.
enum Backoff {
  /// Pauses for a random time that grows with the attempts: at most 20 ms, so that whoever was in the
  /// way is done and two that met don't meet again.
  static func pause(beforeAttempt attempt: Int) {
    let limit = min(20_000, 500 << min(attempt, 6))
    usleep(UInt32.random(in: 100...UInt32(limit)))
  }
}
