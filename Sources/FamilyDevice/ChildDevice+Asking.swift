/// Whether the server lets the machine in, which is remembered.
extension ChildDevice {
  /// Whether the server refused the machine when it was asked last.
  package func isRevoked() throws(DeviceError) -> Bool {
    let device = try requireCredentials().device
    // What only tells about it stops nothing where it can't be read.
    return (try? files.revocation.read())?.device == device
  }

  /// Asks the server as a paired machine, and remembers whether it was let in.
  func asking<Answer>(
    as credentials: Credentials, _ work: (FamilyServerClient) throws(DeviceError) -> Answer
  ) throws(DeviceError) -> Answer {
    do {
      let answer = try work(FamilyServerClient(credentials))
      note(isRevoked: false, credentials)
      return answer
    } catch {
      if error.code == .revoked { note(isRevoked: true, credentials) }
      throw error
    }
  }

  /// Remembers it where it wasn't so before.
  ///
  /// It lies in a file of its own: another process may be replacing the credentials meanwhile.
  private func note(isRevoked: Bool, _ credentials: Credentials) {
    let known = try? files.revocation.read()
    if !isRevoked, known != nil { try? files.revocation.remove() }
    if isRevoked, known?.device != credentials.device {
      try? files.revocation.write(Revocation(device: credentials.device))
    }
  }
}
