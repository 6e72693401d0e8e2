/// Tells a reader of the tap what went.
///
/// Sent by the service to whoever asked with `tap.open`. The answer says that the reader is ready for
/// more: while eight batches are unanswered, records wait, and where too many wait they are dropped,
/// which their numbers show.
package struct TapRecords: BusRequest {
  /// What went, in order.
  package let records: [TapRecord]

  /// Makes the request.
  package init(records: [TapRecord]) {
    self.records = records
  }

  package typealias Reply = Acknowledged

  package static let name: MessageName = "tap.records"
  package static let traits = MessageTraits(
    senders: [], effect: .progress, repeatable: true,
    summary: "Tells a reader of the tap which messages went.")
  package static var example: TapRecords {
    TapRecords(records: [
      TapRecord(
        sequence: 1, direction: .received, peer: "openapplock-cli",
        credentials: Credentials(uid: 1000, gid: 1000, pid: 4712), role: .serviceUser,
        time: InstantText.parse(Array("2025-01-06T09:00:00Z".utf8)[...]), uptime: .seconds(4711),
        size: 2, header: "OAL/1 request 2 00f9a1c2d4e5f607 ping - -", body: "{}")
    ])
  }
  package static var exampleReply: Acknowledged { Acknowledged() }
  package static let fields: [Field] = [
    .field("records", .list(TapRecord.shape), "What went, in order.")
  ]
}
