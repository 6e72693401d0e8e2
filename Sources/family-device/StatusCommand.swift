import Arguments
import CivilTime
import CompactJSON
import FamilyDevice
import FamilyShared
import PolicyCore

/// Says what is enforced: `family-device status`.
enum StatusCommand {
  private static let json = Flag("json", "Prints JSON for programs instead of text for people")

  static let command = Command<ProgramAction>(
    "status", "Says what is enforced here, and what the server said last",
    does: { typed in
      let device = try Place(typed).device()
      if typed.isSet(json) {
        let status = try device.status(remark: try device.isRevoked() ? revoked : nil)
        print(String(decoding: try CompactJSON.encode(status), as: UTF8.self))
      } else {
        print(try text(of: device))
      }
    }
  ) {
    Place.state
    Place.service
    json
  }

  private static let revoked = "revoked: the server lets this machine in no more"

  /// What holds, and who said so, in two lines; and in a third that the machine was revoked.
  static func text(of device: ChildDevice) throws -> String {
    let warning =
      try device.isRevoked()
      ? "\nREVOKED: the server lets this machine in no more. What is enforced stays; with a new code"
        + " from a parent: family-device replace --code CODE" : ""
    return try known(to: device) + warning
  }

  private static func known(to device: ChildDevice) throws -> String {
    let pairing = try device.requireCredentials()
    let (status, state) = (try device.status(), try device.state())
    guard let snapshot = state.snapshot else {
      return "Nothing is known from \(pairing.server) yet: family-device sync"
    }
    let heard = snapshot.policy.zone.reading(at: Instant(seconds: snapshot.serverTime))
    return """
      \(sentence(status, snapshot))
      Revision \(snapshot.policyRevision), heard from \(pairing.server) on \(heard.date) at \(heard.clock).
      """
  }

  private static func sentence(_ status: DeviceStatus, _ snapshot: FamilySnapshot) -> String {
    let day = status.observedDay
    let allowance = snapshot.allowance(on: day)
    let used = min(status.observedMinutes, allowance)
    let bonus = snapshot.bonus(on: day)
    let about =
      "\(snapshot.childName): \(used) of \(allowance.counted("minute")) used today"
      + (bonus > 0 ? ", \(bonus) of them earned" : "") + ". "
    switch status.monitoring {
    case .notConfigured:
      return about + "NOTHING IS LIMITED: no apps are selected yet:"
        + " family-device select --code CODE --app APP"
    case .failed: return about + "Shielded, because nobody would notice the end: \(status.detail)."
    case .active:
      return about + (status.shielded ? "Shielded: \(status.detail)." : "Open.")
    }
  }
}
