import PolicyCore

/// Saves a form of policy fields, and finds out what is to be shown where that can't be.
struct PolicySaving {
  /// What came of it.
  enum Outcome {
    /// It is done.
    case done(PageNotice)
    /// The form is to be shown again.
    case again(status: Int, PolicyFormState)
  }

  /// What holds now.
  let current: [String: PolicyValue]
  /// The revision that holds now.
  let revision: Int
  /// Puts values in the store, expecting a revision.
  let put: ([String: PolicyValue], Int) throws -> Void

  /// Saves what a form holds, as the button says that sent it.
  ///
  /// - Throws: whatever isn't the form's to show.
  func save(_ form: FormBody, _ scope: PolicyDraft.Scope) throws -> Outcome {
    var draft = PolicyDraft(scope, from: form)
    if let name = form.first("clear"), let field = PolicyField(rawValue: name) {
      draft.typed[field] = nil
    }
    let isTakingTheirs = form.first("resolve") == "theirs"
    if isTakingTheirs {
      for field in form.all("clash").compactMap(PolicyField.init) {
        draft.typed[field] = draft.started[field]
      }
    }
    do {
      return try save(draft, isTakingTheirs: isTakingTheirs)
    } catch let error as FamilyError where error.code == .invalid {
      return .again(status: 422, PolicyFormState(draft: draft, problems: error.problems))
    } catch let error as FamilyError where error.code == .timezoneLocked {
      let problem = PolicyProblem(.timezone, error.message)
      return .again(status: 409, PolicyFormState(draft: draft, problems: [problem]))
    } catch let error as PolicyError {
      return .again(status: 422, PolicyFormState(draft: draft, problems: error.problems))
    }
  }

  private func save(_ draft: PolicyDraft, isTakingTheirs: Bool) throws -> Outcome {
    if draft.fields == current { return .done(isTakingTheirs ? .tookTheirs : .unchanged) }
    if draft.revision == revision {
      try put(draft.fields, revision)
      return .done(.saved)
    }
    let theirs = PolicyDraft.known(current)
    let both = ThreeWay(
      base: draft.started, mine: draft.typed, theirs: theirs, fields: draft.scope.fields)
    // Another's change of something that this form doesn't show is no conflict with what it does show.
    if both.isMineAlone {
      try put(draft.fields, revision)
      return .done(.savedBesides)
    }
    var merged = draft
    (merged.typed, merged.started, merged.revision) = (both.merged, theirs, revision)
    return .again(
      status: 409,
      PolicyFormState(draft: merged, clashes: both.clashes, taken: both.taken))
  }
}
