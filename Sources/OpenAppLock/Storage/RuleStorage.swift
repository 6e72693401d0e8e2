package import OpenAppLockRules

/// The rules' file and the copy beside it: opens, heals, and copies after each change.
///
/// A file that is damaged or gone is put aside with its name kept, and the copy that was made after
/// the last change takes its place, provided that it holds every rule that the extensions know of.
/// Where it doesn't, or a newer program wrote the file, nothing is touched: changes are refused, the
/// snapshots that the extensions work from stay as they are, and so does every shield. No rule is
/// ever lost to damage silently, and a file that vanished is not a fresh start.
package final class RuleStorage {
  /// What came of opening the file.
  package enum State {
    /// It can be read and changed.
    case ready(RuleRepository)
    /// It can't, and why.
    case refusing(StorageError)
  }

  /// How the file is.
  package private(set) var state: State
  /// What was mended when the file was opened, a sentence each.
  package private(set) var healed: [String] = []
  /// Why the last copy could not be made; `nil` when it was.
  package private(set) var backupFailure: StorageError?

  private let layout: StateLayout

  /// Opens the file of an instance.
  ///
  /// `known` are the rules that the extensions know of; `nil` where that can't be read.
  package init(of layout: StateLayout, known: Set<RuleID>?) {
    self.layout = layout
    let opening = StorageOpening(
      database: layout.database, backup: layout.backup, known: known)
    switch opening.open() {
    case .success(let opened):
      state = .ready(opened.repository)
      healed = opened.healed
      makeBackup()
    case .failure(let error):
      state = .refusing(error)
    }
  }

  /// The repository, for reading.
  ///
  /// - Throws: why the file can't be used.
  package func repository() throws(StorageError) -> RuleRepository {
    switch state {
    case .ready(let repository): return repository
    case .refusing(let error): throw error
    }
  }

  /// Makes a change and, once it is stored, the copy.
  ///
  /// Damage that shows only now ends all further changes until the program is started again, which
  /// is when the file is mended.
  ///
  /// - Throws: ``StorageError``; then nothing was changed.
  package func change<Result>(
    _ body: (RuleRepository) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    let repository = try repository()
    do {
      let result = try body(repository)
      makeBackup()
      return result
    } catch {
      if error.code == .damaged { state = .refusing(error) }
      throw error
    }
  }

  private func makeBackup() {
    guard case .ready(let repository) = state else { return }
    do {
      try DatabaseFile.replace(layout.backup) { path throws(StorageError) in
        try repository.copy(to: path)
      }
      backupFailure = nil
    } catch {
      backupFailure = error
    }
  }
}
