import AppGroup

/// The directory that a family's app and its extensions share, with its one document.
///
/// Changes happen under the directory's lock, each whole or not at all, so that neither side undoes what
/// the other did.
package final class FamilyGroup {
  private static let document = DocumentName<FamilyState>("family")

  private let group: AppGroup

  /// Opens the directory.
  ///
  /// - Parameter creating: Whether to make it where it isn't there; the app does, an extension doesn't.
  package init(at directory: String, creating: Bool) throws(FamilyFault) {
    do {
      group = try AppGroup(at: directory, creating: creating)
    } catch {
      throw FamilyFault(error)
    }
  }

  /// What the document says; `nil` where there is none yet.
  ///
  /// - Returns: With it, what was wrong: of a damaged one the version before is used, which may not know yet
  ///   that time is up.
  /// - Throws: where nothing of it can be known; then what is shielded stays so.
  package func read() throws(FamilyFault) -> (state: FamilyState?, fault: FamilyFault?) {
    let found: DocumentState<FamilyState>
    do {
      found = try group.read(Self.document)
    } catch {
      throw FamilyFault(error)
    }
    switch found {
    case .missing: return (nil, nil)
    case .read(let state): return (state, nil)
    case .damaged(let reason, let previous):
      let fault = FamilyFault.damaged(reason)
      guard let previous else { throw fault }
      return (previous, fault)
    case .newer(let version): throw FamilyFault.newer(version)
    }
  }

  /// Changes the document.
  ///
  /// A damaged one is set aside, and the version before it is changed instead. What that doesn't know any
  /// more is found out anew: the plan is distrusted, so that the platform tells of today's use once more.
  ///
  /// - Parameters:
  ///   - installation: Names a new installation, where there is no document yet.
  ///   - beginsAnew: Whether one of which nothing can be read is set aside and begun anew, which forgets
  ///     what is to be shielded. Only for somebody who is about to say that.
  /// - Throws: `damaged` where nothing can be read; it is left as it is, and so is what is shielded.
  package func update<Result>(
    installation: @autoclosure () -> String, beginsAnew: Bool = false,
    _ change: (inout FamilyState) throws -> Result
  ) throws(FamilyFault) -> Result {
    do {
      return try group.withLock {
        guard case .damaged(let reason, let previous) = try group.read(Self.document) else {
          return try group.update(
            Self.document, default: FamilyState(installation: installation()), change
          ).result
        }
        guard previous != nil || beginsAnew else { throw FamilyFault.damaged(reason) }
        var state = previous ?? FamilyState(installation: installation())
        state.distrustPlan(because: "what was known was damaged")
        let result = try change(&state)
        try group.replace(Self.document, with: state)
        return result
      }
    } catch {
      throw (error.underlying as? FamilyFault) ?? FamilyFault(error)
    }
  }

  /// Has the version before the document say the same, so that damage of one costs nothing of it.
  package func secure() throws(FamilyFault) {
    do {
      try group.secure(Self.document)
    } catch {
      throw FamilyFault(error)
    }
  }
}

extension FamilyFault {
  /// The code of a document that is damaged.
  package static let damagedCode = "damaged"

  fileprivate static func damaged(_ reason: String) -> FamilyFault {
    FamilyFault(code: damagedCode, message: "family.json is damaged (\(reason))")
  }

  fileprivate static func newer(_ version: Int) -> FamilyFault {
    FamilyFault(
      code: "newerVersion",
      message: "family.json has version \(version), which this program doesn't know")
  }
}
