/// When a program that died may be started again: at once, then after pauses that grow, and at last only
/// now and then.
///
/// It goes by the service's clock, so that what becomes of a program which keeps dying can be played
/// through under a virtual one.
struct RestartPlan {
  /// How often the program died since the service started.
  private(set) var deaths = 0
  /// When it may be started, by the service's uptime.
  private(set) var notBefore = Duration.zero
  private var deathsInARow = 0
  private let timing: HostTiming

  init(_ timing: HostTiming) {
    self.timing = timing
  }

  /// Whether it died too often in a row to be counted on.
  var isGivenUp: Bool { deathsInARow >= timing.deathsUntilGivenUp }

  /// Whether it may be started now.
  func allowsStart(at uptime: Duration) -> Bool { notBefore <= uptime }

  /// It ended without being asked to, or had to be ended.
  mutating func died(at uptime: Duration) {
    deaths += 1
    deathsInARow += 1
    notBefore = uptime + (isGivenUp ? timing.respite : timing.pause(afterDeaths: deathsInARow - 1))
  }

  /// It did what it was started for, or is another program now: the past doesn't count any more.
  mutating func forgive() {
    deathsInARow = 0
    notBefore = .zero
  }
}
