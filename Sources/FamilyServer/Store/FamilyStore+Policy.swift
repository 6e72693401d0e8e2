import CivilTime
import Database
package import PolicyCore

extension FamilyStore {
  /// Puts a new policy in the place of the old one, for all children at once.
  ///
  /// - Throws: `revisionConflict` where somebody was faster; `timezoneLocked` for another zone once
  ///   something was earned; `invalid` where the policy together with one child's own values is wrong.
  package func setPolicy(
    _ policy: FamilyPolicy, of id: FamilyID, expecting revision: Int
  ) throws -> Family {
    let family = try family(id)
    try Self.check(revision, against: family)
    if policy.zone != family.policy.zone, try hasRewards(id) {
      throw FamilyError(
        .timezoneLocked,
        "minutes were earned by the days of \(family.policy.zone); the zone stays")
    }
    for child in try children(of: family) {
      do {
        _ = try policy.applying(child.overrides)
      } catch {
        throw FamilyError.invalid(
          error.problems.map {
            PolicyProblem(
              field: "policy.\($0.field)",
              problem: "with the own values of \(child.name): \($0.problem)")
          })
      }
    }
    try connection.run(
      "UPDATE family SET policy = $1, revision = revision + 1 WHERE id = $2",
      [.text(encode(policy)), .text(id.text)])
    return try self.family(id)
  }

  /// Puts a child's own values in the place of those that it had; what isn't there is inherited again.
  ///
  /// - Throws: `notFound` for another family's child; `revisionConflict`; `invalid` where the values are
  ///   wrong beside the family's.
  package func setOverrides(
    _ overrides: PolicyOverrides, of child: ChildID, in id: FamilyID, expecting revision: Int
  ) throws -> (revision: Int, child: Child) {
    let family = try family(id)
    _ = try self.child(child, in: family)
    try Self.check(revision, against: family)
    do {
      _ = try family.policy.applying(overrides)
    } catch {
      throw FamilyError.invalid(
        error.problems.map {
          PolicyProblem(field: "overrides.\($0.field)", problem: $0.problem)
        })
    }
    try connection.run(
      "UPDATE child SET overrides = $1 WHERE id = $2",
      [.text(encode(overrides)), .text(child.text)])
    try connection.run(
      "UPDATE family SET revision = revision + 1 WHERE id = $1", [.text(id.text)])
    let changed = try self.family(id)
    return (changed.revision, try self.child(child, in: changed))
  }

  /// Whether anything was ever earned, so that the zone stays as it is.
  func hasRewards(_ family: FamilyID) throws -> Bool {
    try !connection.run(
      "SELECT 1 FROM reward WHERE family_id = $1 LIMIT 1", [.text(family.text)]
    ).isEmpty
  }

  private static func check(_ revision: Int, against family: Family) throws(FamilyError) {
    guard revision == family.revision else {
      var error = FamilyError(
        .revisionConflict,
        "the policy was changed meanwhile: revision \(revision) was expected, and"
          + " \(family.revision) holds")
      error.currentRevision = family.revision
      throw error
    }
  }
}
