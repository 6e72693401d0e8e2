import CivilTime
import CompactJSON
import HTTPServer
import PolicyCore

/// A snapshot as it is told: all of it but the time, which alone differs from one telling to the next.
struct ToldSnapshot {
  /// What tells two snapshots apart: the same tag is the same content.
  let tag: String
  /// When its day begins to be another one.
  let end: Instant
  /// The body up to the server's time, the last of the names in their order.
  private let start: [UInt8]

  /// Writes a snapshot.
  ///
  /// - Parameter moment: When it was taken.
  init(_ snapshot: FamilySnapshot, at moment: Moment) {
    tag =
      "\"\(snapshot.policyRevision)-\(snapshot.day)-\(snapshot.earnedMinutes)-\(snapshot.deviceID)\""
    end = moment.nextMidnight
    let fields = JSON.object([
      "schema_version": JSON(snapshot.schemaVersion), "device_id": .text(snapshot.deviceID),
      "child_id": .text(snapshot.childID), "child_name": .text(snapshot.childName),
      "policy_revision": JSON(snapshot.policyRevision), "policy": JSON(snapshot.policy.fields),
      "day": .text(snapshot.day.description), "earned_minutes": JSON(snapshot.earnedMinutes),
    ])
    start = Array(fields.compact.utf8.dropLast()) + Array(",\"server_time\":".utf8)
  }

  /// The answer to a device that asks for it: none of it where the device has the same already.
  func answer(to request: HTTPRequest, at now: Instant) -> HTTPResponse {
    if let known = request.header("If-None-Match"), Self.names(known, tag) {
      return HTTPResponse(
        status: 304, headers: ["ETag": tag, "Cache-Control": "private, no-cache"])
    }
    var body: [UInt8] = []
    body.reserveCapacity(start.count + 24)
    body += start
    body += String(now.seconds).utf8
    body.append(UInt8(ascii: "}"))
    return HTTPResponse(
      status: 200,
      headers: [
        "Content-Type": "application/json", "ETag": tag, "Cache-Control": "private, no-cache",
      ], body: body)
  }

  /// Whether a list of tags, some of them weak, names one, or any.
  private static func names(_ list: String, _ tag: String) -> Bool {
    list.split(separator: ",").contains { entry in
      let entry = entry.filter { $0 != " " }
      return entry == "*" || entry == tag || entry == "W/" + tag
    }
  }
}
