/// How a machine becomes somebody's.
extension ChildDevice {
  /// Pairs the machine.
  ///
  /// - Parameter authority: By which certificates alone the server is known; `nil` for the system's.
  /// - Throws: `alreadyPaired`: a pairing is replaced by a parent's deed, never by a second one;
  ///   `notAuthorized` before the code is used, and never asking for less than a child's permission.
  package func pair(
    with server: ServerOrigin, knownBy authority: AuthorityFile? = nil, code: String, name: String
  ) throws(DeviceError) -> Credentials {
    if let known = try files.credentials.read() {
      throw DeviceError(
        .alreadyPaired, "this machine is paired already, as \(known)",
        hint: "after a parent has revoked it: family-device replace --code CODE")
    }
    return try use(code, at: server, knownBy: authority, as: name)
  }

  /// Takes a new pairing in the place of one that was revoked; the server stays the one it was.
  ///
  /// What the machine has observed and what was selected stays. The new pairing's policy holds once it is
  /// received; until then the old one does.
  package func replacePairing(code: String, name: String) throws(DeviceError) -> Credentials {
    let old = try requireCredentials()
    guard let refusal = refusal(of: old) else {
      throw DeviceError(
        .alreadyPaired, "the pairing as \(old) is still good",
        hint: "a parent revokes it first, on the family's page")
    }
    guard refusal.code == .revoked else { throw refusal }
    return try use(code, at: old.server, knownBy: old.authority, as: name)
  }

  /// Uses up a code once nothing on this side can fail any more: the token comes once only.
  private func use(
    _ code: String, at server: ServerOrigin, knownBy authority: AuthorityFile?, as name: String
  ) throws(DeviceError) -> Credentials {
    try platform.authorize()
    let room = try files.credentials.makeRoom()
    let client = FamilyServerClient(server, knownBy: authority)
    let paired = try client.pair(code: code, name: name)
    try room.fill(with: paired)
    return paired
  }

  /// Why a server doesn't answer a machine; `nil` where it does.
  private func refusal(of credentials: Credentials) -> DeviceError? {
    do {
      _ = try asking(as: credentials) { client throws(DeviceError) in try client.snapshot() }
      return nil
    } catch {
      return error
    }
  }
}
