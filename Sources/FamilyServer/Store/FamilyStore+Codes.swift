package import CivilTime
import Database

/// A code that was made for somebody to type, shown once.
package struct IssuedCode: Hashable, Sendable {
  /// The code.
  package let code: Secret
  /// When it stops being good.
  package let expiresAt: Instant
}

extension FamilyStore {
  /// The bits of a code: 24 characters.
  private static let codeBits = 144
  /// How long a code is good.
  private static let codeLife = Duration.seconds(600)
  /// How long a setup session lasts that a code has opened.
  private static let setupLife = Duration.seconds(600)

  /// Makes a code with which one device can be paired for a child.
  package func pairingCode(
    for child: ChildID, in id: FamilyID, at now: Instant
  ) throws -> IssuedCode {
    _ = try self.child(child, in: try family(id))
    return try code(in: id, child: child, device: nil, at: now)
  }

  /// Makes a code that lets one device's selection be edited once.
  ///
  /// - Throws: `notFound` also for a revoked device: it could not use the code.
  package func configurationCode(
    for device: DeviceID, in family: FamilyID, at now: Instant
  ) throws -> IssuedCode {
    guard try self.device(device, in: family).revokedAt == nil else {
      throw FamilyError.notFound("device")
    }
    return try code(in: family, child: nil, device: device, at: now)
  }

  /// Pairs a device: the code is used up, and the token is handed out this once.
  ///
  /// - Throws: `notFound`, `codeUsed`, `codeExpired`.
  package func pair(
    with code: Secret, name: String, at now: Instant
  ) throws -> (device: DeviceID, child: ChildID, token: Secret) {
    let name = try PersonName.checked(name, field: "device_name")
    let rows = try connection.run(
      "SELECT family_id, child_id, expires_at, used_at FROM code"
        + " WHERE hash = $1 AND child_id IS NOT NULL", [.text(code.hash)])
    guard let row = rows.first else { throw FamilyError.notFound("pairing code") }
    try use(code, expiresAt: row.integer(2), usedAt: row.optionalInteger(3), at: now)
    let device = DeviceID.random()
    let token = Secret.random(bits: 264)
    try connection.run(
      "INSERT INTO device (id, family_id, child_id, name, token_hash, paired_at)"
        + " VALUES ($1, $2, $3, $4, $5, $6)",
      [
        .text(device.text), .text(row.text(0)), .text(row.text(1)), .text(name),
        .text(token.hash), .integer(now.seconds),
      ])
    return (device, ChildID(row.text(1)), token)
  }

  /// Opens a setup session on the device that the code was made for.
  ///
  /// - Returns: When the session ends.
  /// - Throws: `notFound` also for another device's code; `codeUsed`; `codeExpired`.
  package func unlock(
    with code: Secret, on caller: Caller, at now: Instant
  ) throws -> Instant {
    let rows = try connection.run(
      "SELECT expires_at, used_at FROM code WHERE hash = $1 AND device_id = $2",
      [.text(code.hash), .text(caller.device.text)])
    guard let row = rows.first else { throw FamilyError.notFound("configuration code") }
    try use(code, expiresAt: row.integer(0), usedAt: row.optionalInteger(1), at: now)
    return now + Self.setupLife
  }

  private func code(
    in family: FamilyID, child: ChildID?, device: DeviceID?, at now: Instant
  ) throws -> IssuedCode {
    // What nobody can use any more is not kept for ever; a day is long enough to say "used" or "expired".
    try connection.run(
      "DELETE FROM code WHERE family_id = $1 AND expires_at < $2",
      [.text(family.text), .integer((now - .seconds(86_400)).seconds)])
    let code = Secret.random(bits: Self.codeBits)
    let end = now + Self.codeLife
    try connection.run(
      "INSERT INTO code (hash, family_id, child_id, device_id, expires_at)"
        + " VALUES ($1, $2, $3, $4, $5)",
      [
        .text(code.hash), .text(family.text), SQLValue(child?.text), SQLValue(device?.text),
        .integer(end.seconds),
      ])
    return IssuedCode(code: code, expiresAt: end)
  }

  private func use(
    _ code: Secret, expiresAt: Int, usedAt: Int?, at now: Instant
  ) throws {
    guard usedAt == nil else { throw FamilyError(.codeUsed, "the code was used before") }
    guard now.seconds < expiresAt else {
      throw FamilyError(.codeExpired, "the code was good for ten minutes, which are over")
    }
    try connection.run(
      "UPDATE code SET used_at = $1 WHERE hash = $2", [.integer(now.seconds), .text(code.hash)])
  }
}
