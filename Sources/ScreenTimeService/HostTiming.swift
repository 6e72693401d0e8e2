/// How long the extension host waits for what.
///
/// These are times of the machine, not of the service's clock: the processes are real also where
/// the clock is virtual.
package struct HostTiming: Hashable, Sendable {
  /// How long an answer to one delivery of a callback may take.
  package var attempt: Duration = .seconds(5)
  /// How often a callback is delivered at most.
  package var attempts = 3
  /// How long after it was owed a callback is still delivered (decision P4: it may then not come).
  package var deadline: Duration = .seconds(30)
  /// How long a question about what a shield shows may take, start of the extension included.
  package var configure: Duration = .seconds(2)
  /// How long a press may take, start of the extension included.
  package var act: Duration = .seconds(4)
  /// How long a program may take from its start to its hello.
  package var hello: Duration = .seconds(5)
  /// How long an idle extension is kept.
  package var warmth: Duration = .seconds(60)
  /// How long a program may take to end after SIGTERM before it is killed.
  package var grace: Duration = .seconds(1)
  /// The pause before the first new start of one that died; it doubles with each death in a row.
  package var firstPause: Duration = .milliseconds(100)
  /// The longest pause before a new start.
  package var longestPause: Duration = .seconds(30)

  /// Makes the usual times.
  package init() {}

  /// The pause after so many deaths in a row.
  func pause(afterDeaths count: Int) -> Duration {
    count < 1 ? .zero : min(longestPause, firstPause * (1 << min(count - 1, 20)))
  }
}
