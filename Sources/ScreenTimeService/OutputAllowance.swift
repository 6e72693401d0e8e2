/// How much of what an extension writes is read in a second, so that one which writes without end keeps
/// neither the service nor the disk busy.
struct OutputAllowance {
  /// How much is read at once.
  static let portion = 4096
  /// How many portions a full pipe has.
  static let pipePortions = 17
  private static let bytesPerSecond = 128 * 1024

  private var taken = 0
  private var since: Duration

  init(since start: Duration) {
    since = start
  }

  /// So many bytes were read.
  mutating func take(_ count: Int, at now: Duration) {
    if now - since >= .seconds(1) { (taken, since) = (0, now) }
    taken += count
  }

  /// How long nothing is to be read; `nil` while there is something left of this second's.
  func pause(at now: Duration) -> Duration? {
    taken < Self.bytesPerSecond ? nil : max(.zero, since + .seconds(1) - now)
  }
}
