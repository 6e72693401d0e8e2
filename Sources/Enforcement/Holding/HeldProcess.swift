import ScreenTimeModel

/// A process that the freezer holds.
struct HeldProcess {
  /// How it is held.
  enum Hold: Hashable {
    /// By SIGSTOP; `wasStopped` when it was stopped before, and stays so when it is let go.
    case stopped(wasStopped: Bool)
    /// By the frozen group at this folder.
    case caged(String)
  }

  let handle: ProcessHandle
  let name: String
  let since: Duration
  /// The app; `nil` for what an earlier life held, until the first state is applied.
  var token: ApplicationToken?
  var hold: Hold

  /// What the journal keeps of it.
  var journalEntry: StopJournal.Entry? {
    guard case .stopped(let wasStopped) = hold else { return nil }
    return StopJournal.Entry(identity: handle.identity, wasStopped: wasStopped)
  }
}
