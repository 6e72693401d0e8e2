/// How long the extension host waits for what.
///
/// Unless they say otherwise these are times of the machine, not of the service's clock: the processes
/// are real also where the clock is virtual.
package struct HostTiming: Hashable, Sendable {
  /// How long an answer to one delivery of a callback may take.
  package var attempt: Duration = .seconds(5)
  /// How often a callback is delivered at most.
  package var attempts = 3
  /// How long after it was owed a callback is still delivered, by the service's clock (decision P4: it
  /// may then not come).
  package var deadline: Duration = .seconds(30)
  /// How long a question about what a shield shows may take, start of the extension included.
  package var configure: Duration = .seconds(2)
  /// How long a press may take, start of the extension included.
  package var act: Duration = .seconds(4)
  /// How long a program may take from its start to its hello.
  package var hello: Duration = .seconds(5)
  /// How long an idle extension is kept.
  package var warmth: Duration = .seconds(60)
  /// How long a program may take to end after SIGTERM, or after it has closed its connection, before it
  /// is killed.
  package var grace: Duration = .seconds(1)
  /// The pause before the second new start of one that died, by the service's clock.
  ///
  /// It doubles with each death in a row.
  package var firstPause: Duration = .milliseconds(100)
  /// The longest pause before a new start, by the service's clock.
  package var longestPause: Duration = .seconds(30)
  /// After how many deaths in a row a program is given up.
  package var deathsUntilGivenUp = 10
  /// How long one that was given up is left alone before it gets one more try, by the service's clock.
  package var respite: Duration = .seconds(3600)
  /// How much memory a program may hold, in bytes.
  package var memory = 128 << 20
  /// How often is looked at its memory while it serves, and while it waits.
  package var memoryLook: (serving: Duration, waiting: Duration) {
    (serving: .milliseconds(50), waiting: .seconds(2))
  }

  /// Makes the usual times.
  package init() {}

  /// Makes times for whoever looks at an extension with a debugger: an answer may take so long.
  package init(patience: Duration) {
    self.init()
    attempt = patience
    deadline = patience * 6
    configure = patience
    act = patience
    hello = patience
  }

  /// The pause after so many failures in a row.
  func pause(afterDeaths count: Int) -> Duration {
    count < 1 ? .zero : min(longestPause, firstPause * (1 << min(count - 1, 20)))
  }
}
