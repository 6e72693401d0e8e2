package import CivilTime
import Database

extension FamilyStore {
  /// How long a browser stays signed in.
  package static let sessionLife = Duration.seconds(12 * 3600)

  /// Signs a browser in; the answer is what its cookie holds.
  package func openSession(for family: Family, at now: Instant) throws -> Secret {
    try connection.run("DELETE FROM session WHERE expires_at <= $1", [.integer(now.seconds)])
    let id = Randomness.text(bits: 96)
    let secret = Secret.random(bits: 264)
    try connection.run(
      "INSERT INTO session (id, family_id, hash, expires_at) VALUES ($1, $2, $3, $4)",
      [
        .text(id), .text(family.id.text), .text(secret.hash(keyedBy: family.adminHash)),
        .integer((now + Self.sessionLife).seconds),
      ])
    return Secret("\(id).\(secret.text)")
  }

  /// The family that a cookie is signed in to; `nil` for one that isn't good (any more).
  ///
  /// What is kept is keyed by the parents' token: with another token no session is good.
  package func family(inSession cookie: Secret, at now: Instant) throws -> Family? {
    let parts = cookie.text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let rows = try connection.run(
      "SELECT family_id, hash FROM session WHERE id = $1 AND expires_at > $2",
      [.text(String(parts[0])), .integer(now.seconds)])
    guard let row = rows.first else { return nil }
    let family = try family(FamilyID(row.text(0)))
    let shown = Secret(String(parts[1])).hash(keyedBy: family.adminHash)
    return Digest.areEqual(shown, row.text(1)) ? family : nil
  }

  /// Signs a browser out.
  package func closeSession(_ cookie: Secret) throws {
    guard let id = cookie.text.split(separator: ".").first else { return }
    try connection.run("DELETE FROM session WHERE id = $1", [.text(String(id))])
  }
}
