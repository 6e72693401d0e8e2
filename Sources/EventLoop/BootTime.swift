import CLinux

/// Readings of the boot-time clock, which goes on while the machine is suspended.
package enum BootTime {
  /// The time since the machine was started, suspended time included.
  package static var uptime: Duration { .nanoseconds(nanoseconds) }

  /// The same in whole nanoseconds, for arithmetic on a hot path.
  package static var nanoseconds: Int64 { eventloop_boot_nanoseconds() }

  /// The reading that lies `delay` from now; a delay longer than a century is a century.
  package static func nanoseconds(after delay: Duration) -> Int64 {
    nanoseconds + delay.clampedNanoseconds
  }
}

extension Duration {
  /// The duration in nanoseconds, between nothing and a century.
  var clampedNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 3_155_760_000 else { return 3_155_760_000 * 1_000_000_000 }
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
