import OpenAppLockRules

/// Opens the rules' file, and mends it from its copy where that is safe.
struct StorageOpening {
  /// An opened file, and what had to be mended.
  struct Opened {
    let repository: RuleRepository
    let healed: [String]
  }

  let database: String
  let backup: String
  /// The rules that the extensions know of; `nil` where that can't be read.
  let known: Set<RuleID>?

  /// Opens, mends or refuses.
  func open() -> Result<Opened, StorageError> {
    do throws(StorageError) {
      try DatabaseFile.checkOwnership(of: database)
      guard DatabaseFile.hasContent(database) else { return .success(try openMissing()) }
      do {
        return .success(Opened(repository: try RuleRepository(at: database), healed: []))
      } catch {
        guard error.code == .damaged else { throw error }
        return .success(try restore(after: error))
      }
    } catch {
      return .failure(error)
    }
  }

  /// A file that isn't there is a first start only where nobody knows of any rule.
  private func openMissing() throws(StorageError) -> Opened {
    let lost = StorageError(code: .damaged, message: "\"\(database)\" is gone or empty")
    if DatabaseFile.hasContent(backup) { return try restore(after: lost) }
    guard let known, known.isEmpty else { throw lost.without(copy: "there is no copy of it") }
    return Opened(repository: try RuleRepository(at: database), healed: [])
  }

  /// Puts the copy in the damaged file's place, once it has proved to be whole.
  private func restore(after damage: StorageError) throws(StorageError) -> Opened {
    guard DatabaseFile.hasContent(backup) else {
      throw damage.without(copy: "there is no copy of it")
    }
    let candidate = database + ".restoring"
    DatabaseFile.discard(candidate)
    do throws(StorageError) {
      try DatabaseFile.copy(backup, to: candidate)
      let held = Set(
        try RuleRepository(at: candidate, keepingOldAs: database + ".before-").rules().map(\.id))
      guard known?.isSubset(of: held) ?? true else {
        throw StorageError(code: .damaged, message: "its copy lacks rules that are in force")
      }
    } catch {
      DatabaseFile.discard(candidate)
      throw damage.without(copy: error.message)
    }
    let aside = try DatabaseFile.setAside(database)
    try DatabaseFile.move(candidate, to: database)
    let kept = aside.map { "; it was set aside as \"\($0)\"" } ?? ""
    return Opened(
      repository: try RuleRepository(at: database),
      healed: ["\(damage.message)\(kept), and the copy of the last change is used instead"])
  }
}

extension StorageError {
  /// The same trouble, where the copy is of no use either.
  fileprivate func without(copy reason: String) -> StorageError {
    StorageError(code: code, message: "\(message), and \(reason)")
  }
}
