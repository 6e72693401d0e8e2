import Arguments
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
      let (status, state) = (try device.status(), try device.state())
      if typed.isSet(json) {
        print(String(decoding: try CompactJSON.encode(status), as: UTF8.self))
      } else {
        print(line(status, state))
      }
    }
  ) {
    Place.state
    Place.service
    json
  }

  /// The status in a sentence or two.
  static func line(_ status: DeviceStatus, _ state: FamilyState) -> String {
    guard let snapshot = state.snapshot else { return "Nothing is known from the server yet." }
    let allowance = snapshot.allowance(on: status.observedDay)
    let used = "\(min(status.observedMinutes, allowance)) of \(allowance) minutes seen used"
    let about = "\(snapshot.childName), revision \(status.policyRevision): \(used) today"
    switch status.monitoring {
    case .notConfigured:
      return about + ". No apps are selected yet: family-device select --code CODE --app APP"
    case .failed: return about + ". NOT MONITORED, so the apps are shielded: \(status.detail)"
    case .active:
      return about + (status.shielded ? ". Shielded (\(status.detail))." : ". Open.")
    }
  }
}
