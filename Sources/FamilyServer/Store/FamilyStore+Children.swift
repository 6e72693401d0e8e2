package import CivilTime
import Database
package import PolicyCore

/// A child as the store has it.
package struct Child: Hashable, Sendable {
  /// The child's id.
  package let id: ChildID
  /// The child's name.
  package let name: String
  /// The child's own values.
  package let overrides: PolicyOverrides
  /// What holds for the child: the family's policy with those values.
  package let policy: FamilyPolicy
}

extension FamilyStore {
  /// The most children of a family: a bound for whoever has a token, far above any family.
  private static let mostChildren = 100

  /// Adds a child that inherits everything.
  ///
  /// - Throws: `invalid` for a name that is none; `familyFull`.
  package func addChild(name: String, to id: FamilyID, at now: Instant) throws -> Child {
    let name = try PersonName.checked(name, field: "name")
    let family = try family(id)
    let (count, last) = try childrenCount(of: family.id)
    guard count < Self.mostChildren else {
      throw FamilyError(.familyFull, "a family has at most \(Self.mostChildren) children")
    }
    let child = ChildID.random()
    try connection.run(
      "INSERT INTO child (id, family_id, name, overrides, created_at) VALUES ($1, $2, $3, $4, $5)",
      [
        .text(child.text), .text(id.text), .text(name), .text(encode(PolicyOverrides.none)),
        // Two of one second, or of a clock that was set back, still have an order.
        .integer(max(now.seconds, last + 1)),
      ])
    return try self.child(child, in: family)
  }

  /// How many children a family has, and when the last one was added.
  private func childrenCount(of id: FamilyID) throws -> (count: Int, last: Int64) {
    let row = try connection.run(
      "SELECT COUNT(*), CAST(COALESCE(MAX(created_at), 0) AS BIGINT) FROM child"
        + " WHERE family_id = $1", [.text(id.text)])[0]
    return (row.integer(0), Int64(row.integer(1)))
  }

  /// A family's children, in the order in which they were added.
  package func children(of family: Family) throws -> [Child] {
    try connection.run(
      "SELECT id, name, overrides FROM child WHERE family_id = $1 ORDER BY created_at, id",
      [.text(family.id.text)]
    ).map { try child($0, of: family) }
  }

  /// A child of a family.
  ///
  /// - Throws: `notFound` for nobody's and for another family's.
  package func child(_ id: ChildID, in family: Family) throws -> Child {
    let rows = try connection.run(
      "SELECT id, name, overrides FROM child WHERE id = $1 AND family_id = $2",
      [.text(id.text), .text(family.id.text)])
    guard let row = rows.first else { throw FamilyError.notFound("child") }
    return try child(row, of: family)
  }

  /// What a child has earned on a day, within the cap that holds now.
  package func earnedMinutes(of child: Child, on day: CivilDate) throws -> Int {
    Reward.counted(
      earned: try grantedMinutes(to: child.id, on: day), cap: child.policy.dailyBonusCapMinutes)
  }

  /// What a child was granted on a day, under whatever cap held then.
  func grantedMinutes(to child: ChildID, on day: CivilDate) throws -> Int {
    try connection.run(
      "SELECT CAST(COALESCE(SUM(minutes), 0) AS BIGINT) FROM reward"
        + " WHERE child_id = $1 AND day = $2",
      [.text(child.text), .text(day.description)])[0].integer(0)
  }

  private func child(_ row: SQLRow, of family: Family) throws -> Child {
    let overrides = try decode(PolicyOverrides.self, row.text(2))
    return Child(
      id: ChildID(row.text(0)), name: row.text(1), overrides: overrides,
      policy: try family.policy.applying(overrides))
  }
}
