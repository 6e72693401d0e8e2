import Bus
import ScreenTimeModel
import ScreenTimeProtocol

extension ExtensionPointVersions {
  /// What speaks against an extension whose callbacks are of other versions than the service's.
  static func objection(to peer: Peer) -> BusError? {
    guard let point = peer.extensionPoint.flatMap(ExtensionPoint.init) else { return nil }
    let ours = ExtensionPointVersions.spoken(at: point)
    guard let theirs = ExtensionPointVersions(attributes: peer.attributes) else {
      return BusError(
        .invalid, "the versions of an extension point are two numbers, the lower one first",
        hint: "attributes: pointOldest, pointNewest; both are 1 where they are missing")
    }
    guard !theirs.overlap(ours) else { return nil }
    let isOlder = theirs.newest < ours.oldest
    return BusError(
      .protocolMismatch,
      "the service calls \(point.rawValue) extensions in version \(ours), \(peer.name)"
        + " \(peer.version) takes version \(theirs)",
      hint: isOlder
        ? "build \(peer.name) against the platform of this service"
        : "update the service, or install an older \(peer.name)",
      detail: ["oldest": "\(ours.oldest)", "newest": "\(ours.newest)"])
  }
}
