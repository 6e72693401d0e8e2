import Arguments
import FamilyDevice
import FamilyShared
import PolicyCore

/// Makes this machine a child's: `family-device pair` and `family-device replace`.
enum PairCommands {
  private static let server = RequiredOption(
    "server", "URL", "The family's server, https://family.example", .text)
  private static let code = RequiredOption(
    "code", "CODE", "A pairing code from the family's page, good for ten minutes", .text)
  private static let authority = Option(
    "ca", "FILE",
    "The certificate by which alone the server is known, where it has signed its own; stays there",
    .text)
  private static let name = Option(
    "name", "NAME", "What the parents' page calls this machine; its host name otherwise", .text)

  static let pair = Command<ProgramAction>(
    "pair", "Pairs this machine with a family's server",
    does: { typed in
      let server = try ServerOrigin(parsing: try typed.value(of: server))
      let authority = try typed.value(of: authority).map(AuthorityFile.init)
      guard authority == nil || server.isEncrypted else {
        throw UsageError("--ca is for a server with https://", hint: "leave it out")
      }
      let device = try Place(typed).device()
      let paired = try device.pair(
        with: server, knownBy: authority, code: try typed.value(of: code),
        name: try typed.value(of: name) ?? Place.machineName())
      print("Paired: \(paired).")
      try SyncCommands.syncAndSay(device, greeting: whose)
    }
  ) {
    Place.state
    Place.service
    server
    authority
    code
    name
  }

  static let replace = Command<ProgramAction>(
    "replace", "Takes a new pairing in the place of one that was revoked",
    does: { typed in
      let device = try Place(typed).device()
      let old = try device.requireCredentials()
      let known = try? device.state().snapshot
      let paired = try device.replacePairing(
        code: try typed.value(of: code), name: try typed.value(of: name) ?? Place.machineName())
      print("Paired again: \(paired).")
      if paired.child != old.child {
        // Said before the server is asked once more: it may be away by now.
        let name = known.flatMap { $0.childID == old.child ? $0.childName : nil }
        print(
          "MIND: the code was for another child than \(name ?? "the one before"). The apps and what was"
            + " used today stay as they are.")
      }
      try SyncCommands.syncAndSay(device, greeting: whose)
    }
  ) {
    Place.state
    Place.service
    code
    name
  }

  /// Whose machine it is.
  private static func whose(_ snapshot: FamilySnapshot) -> String {
    "This machine is \(snapshot.childName)'s."
  }
}
