package import CivilTime
import Database
package import PolicyCore

/// A family as the store has it.
package struct Family: Hashable, Sendable {
  /// The family's id.
  package let id: FamilyID
  /// What the operator calls it.
  package let name: String
  /// The policy that all children share.
  package let policy: FamilyPolicy
  /// The policy's revision; it grows with each change, also one of a child's own values.
  package let revision: Int
  /// What is kept of the parents' token; it keys the hashes of their sessions.
  let adminHash: String
}

extension FamilyStore {
  /// The bits of a token: nobody guesses it.
  private static let tokenBits = 264

  /// Adds a family and hands back the parents' token, which nothing can show again.
  ///
  /// - Throws: `invalid` for a name that is empty, too long, or has control characters.
  package func addFamily(
    name: String, zone: Zone, at now: Instant
  ) throws -> (family: FamilyID, token: Secret) {
    let name = try PersonName.checked(name, field: "name")
    let id = FamilyID.random()
    let token = Secret.random(bits: Self.tokenBits)
    // Two of one second, or of a clock that was set back, still have an order: the first stays the first.
    let last = try connection.run(
      "SELECT CAST(COALESCE(MAX(created_at), 0) AS BIGINT) FROM family")[0].integer(0)
    try connection.run(
      "INSERT INTO family (id, name, admin_hash, policy, revision, created_at)"
        + " VALUES ($1, $2, $3, $4, 1, $5)",
      [
        .text(id.text), .text(name), .text(token.hash),
        .text(encode(FamilyPolicy.start(in: zone))), .integer(max(now.seconds, Int64(last) + 1)),
      ])
    return (id, token)
  }

  /// All families, oldest first.
  package func families() throws -> [Family] {
    try connection.run(Self.selectFamily + " ORDER BY created_at, id").map(family)
  }

  /// A family.
  package func family(_ id: FamilyID) throws -> Family {
    let rows = try connection.run(Self.selectFamily + " WHERE id = $1", [.text(id.text)])
    guard let row = rows.first else { throw FamilyError.notFound("family") }
    return try family(row)
  }

  /// Gives a family a new token; the old one and every session end with that.
  package func rotateToken(of family: FamilyID) throws -> Secret {
    let token = Secret.random(bits: Self.tokenBits)
    try connection.run(
      "UPDATE family SET admin_hash = $1 WHERE id = $2", [.text(token.hash), .text(family.text)])
    try connection.run("DELETE FROM session WHERE family_id = $1", [.text(family.text)])
    return token
  }

  /// The family whose parents' token this is; `nil` for nobody's.
  package func family(withToken token: Secret) throws -> Family? {
    try connection.run(Self.selectFamily + " WHERE admin_hash = $1", [.text(token.hash)])
      .first.map(family)
  }

  private static let selectFamily = "SELECT id, name, policy, revision, admin_hash FROM family"

  private func family(_ row: SQLRow) throws -> Family {
    Family(
      id: FamilyID(row.text(0)), name: row.text(1),
      policy: try effectivePolicy(policy: row.text(2), overrides: "{}"),
      revision: row.integer(3), adminHash: row.text(4))
  }
}
