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
  /// - Returns: With it, what was wrong: of a damaged one the version before is used.
  /// - Throws: where nothing of it can be known; then what is shielded stays so.
  package func read() throws(FamilyFault) -> (state: FamilyState?, fault: FamilyFault?) {
    do {
      switch try group.read(Self.document) {
      case .missing: return (nil, nil)
      case .read(let state): return (state, nil)
      case .damaged(let reason, let previous):
        let fault = FamilyFault(code: "damaged", message: "family.json is damaged (\(reason))")
        guard let previous else { throw fault }
        return (previous, fault)
      case .newer(let version):
        throw FamilyFault(
          code: "newerVersion",
          message: "family.json has version \(version), which this program doesn't know")
      }
    } catch let error as FamilyFault {
      throw error
    } catch let error as AppGroupError {
      throw FamilyFault(error)
    } catch {
      throw FamilyFault(code: "internalFailure", message: "\(error)")
    }
  }

  /// Changes the document.
  ///
  /// - Parameter installation: Names a new installation, where there is no document yet.
  package func update<Result>(
    installation: @autoclosure () -> String, _ change: (inout FamilyState) throws -> Result
  ) throws(FamilyFault) -> Result {
    do {
      return try group.update(
        Self.document, default: FamilyState(installation: installation()), change
      ).result
    } catch {
      throw FamilyFault(error)
    }
  }
}
